import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'crier-run-'

/** A run needs about 2 GiB for its files, and its processes need about 6 for themselves. */
const gibibyte = 1024 ** 3
const enough = { files: 4 * gibibyte, memory: 10 * gibibyte }

/**
 * Makes the folder for all temporary files of a run. It is in memory where the machine has plenty: a commit waits for its disk,
 * and no test cuts the power. Somebody who chose TMPDIR has it there.
 */
export function makeTemporaryFolder(memory = '/dev/shm'): string {
  const isBetter = process.env.TMPDIR === undefined && isRoomy(memory) && runsPrograms(memory)
  const parent = isBetter ? memory : tmpdir()
  removeAbandoned(parent)
  const folder = join(parent, `${prefix}${process.pid}`)
  mkdirSync(folder)
  // Tests run programs as other users, who have files here too.
  chmodSync(folder, 0o1777)
  return folder
}

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enough.files && process.availableMemory() >= enough.memory
  } catch {
    return false
  }
}

/** Tests write scripts and start them, which some machines forbid in their memory. */
function runsPrograms(folder: string): boolean {
  const script = join(folder, `${prefix}${process.pid}.sh`)
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(script)
  rmSync(script)
  return status === 0
}

/** A run that was killed left its folder, and what is in memory would stay there until the machine is turned off. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.slice(prefix.length))
    if (name.startsWith(prefix) && Number.isInteger(pid) && !isRunning(pid)) remove(join(parent, name))
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // A killed run may leave a small disk of a test mounted there, or files of another user. They hinder nobody.
    process.stderr.write(`What a killed run left in ${folder} stays: ${String(error)}\n`)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
