import { lazy } from 'react'
import type { ElementType } from 'react'

type Component = Exclude<ElementType, string>

/**
 * Returns a component that is loaded from a file when it is first rendered. `name` is the export that contains the
 * component. The compiler rejects a name that the file does not export.
 */
export const lazyNamed = <Name extends string, File extends Record<Name, Component>>(
  load: () => Promise<File>,
  name: Name,
) => lazy<File[Name]>(async () => ({ default: (await load())[name] }))
