import { expect, test } from 'vitest'
import { hostInUrl, usualUrlOf } from '../../src/lib/addresses/host-in-url.ts'
import {
  isLoopback,
  isLoopbackHost,
  isLoopbackUrl,
  listenAddressesOf,
  ownHosts,
} from '../../src/lib/addresses/loopback.ts'
import { customerNetworkOf } from '../../src/lib/addresses/network.ts'

test.each([
  ['localhost', 'localhost'],
  ['127.0.0.1', 'localhost'],
  ['::1', 'localhost'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['192.168.1.7', '192.168.1.7'],
  ['2001:db8::7', '[2001:db8::7]'],
  ['crier.example.org', 'crier.example.org'],
])('a server that listens on %s is asked at %s', (host, name) => {
  expect(hostInUrl(host)).toBe(name)
  expect(usualUrlOf({ host, port: 3000 })).toBe(`http://${name}:3000`)
})

test('an address leads to the machine itself by three names, and by nothing that looks like them', () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST', '127.1'])
    expect([name, isLoopbackUrl(`http://${name}:3000/x`)]).toEqual([name, true])
  for (const name of ['localhost.example.org', 'mylocalhost', '127.0.0.2', '[::2]', '0.0.0.0', '10.0.0.1'])
    expect([name, isLoopbackUrl(`http://${name}:3000/x`)]).toEqual([name, false])
})

test('a machine answers under all its own names with its port, another server under its only one', () => {
  expect(ownHosts('http://localhost:3000')).toEqual(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
  expect(ownHosts('http://127.0.0.1')).toEqual(['localhost', '127.0.0.1', '[::1]'])
  expect(ownHosts('https://crier.example.org')).toEqual(['crier.example.org'])
  expect(ownHosts('https://crier.example.org:8443')).toEqual(['crier.example.org:8443'])
})

test('an address of IP is the machine’s own in each family, and in the one within the other', () => {
  for (const ip of ['127.0.0.1', '127.0.0.53', '127.255.255.254', '::1', '::ffff:127.0.0.1'])
    expect([ip, isLoopback(ip), isLoopbackHost(ip)]).toEqual([ip, true, true])
  for (const ip of [
    '',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    '1270.0.0.1',
    '127.0.0',
    '127.0.0.1.9',
    'x127.0.0.1',
    '::2',
  ])
    expect([ip, isLoopback(ip), isLoopbackHost(ip)]).toEqual([ip, false, false])
  expect([isLoopback('localhost'), isLoopbackHost('localhost')]).toEqual([false, true])
})

test('localhost is listened on in both families, and any other host by itself', () => {
  expect(listenAddressesOf('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(listenAddressesOf('127.0.0.1')).toEqual(['127.0.0.1'])
  expect(listenAddressesOf('0.0.0.0')).toEqual(['0.0.0.0'])
})

test('a customer has one address of IPv4, or the first half of one of IPv6, in whatever spelling', () => {
  expect(customerNetworkOf('192.0.2.1')).toBe('192.0.2.1')
  expect(customerNetworkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(customerNetworkOf('::ffff:c000:201')).toBe('192.0.2.1')
  const six = customerNetworkOf('2001:db8:1:2::7')
  expect(six).toBe('32.1.13.184.0.1.0.2')
  expect(customerNetworkOf('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff')).toBe(six)
  expect(customerNetworkOf('2001:db8:1:3::7')).not.toBe(six)
  expect(customerNetworkOf('2001:db8:1:2:8000::')).toBe(six)
  for (const text of ['', 'unknown', '192.0.2.1:80']) expect(customerNetworkOf(text)).toBe(text)
})
