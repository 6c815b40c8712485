import { lazy } from 'react'
import type { ElementType } from 'react'

/** A component that is not itself loaded on demand, because React refuses one within another. */
type Component = Exclude<ElementType, string> & { $$typeof?: never }

/**
 * Returns a component that is loaded from a file when it is first rendered. `name` is the export that contains the
 * component. The compiler rejects a name that the file does not export.
 */
export const lazyNamed = <Name extends string, File extends Record<Name, Component>>(
  load: () => Promise<File>,
  name: Name,
) => lazy<File[Name]>(async () => ({ default: (await load())[name] }))
