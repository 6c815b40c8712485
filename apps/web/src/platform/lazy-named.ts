import { lazy } from 'react'
import type { ElementType } from 'react'

type Component = Exclude<ElementType, string>

/** A component that loads when it is first shown, from a file that exports it as `name`. Another name does not compile. */
export const lazyNamed = <Name extends string, File extends Record<Name, Component>>(
  load: () => Promise<File>,
  name: Name,
) => lazy<File[Name]>(async () => ({ default: (await load())[name] }))
