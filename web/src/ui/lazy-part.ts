import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/** A part of a page whose code is loaded when it is first shown: `name` is its export. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<PropsOf<Module[Name]>> }))
}
