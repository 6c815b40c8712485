import { Suspense, createElement, lazy } from 'react'
import type { ComponentProps, ElementType, ReactNode } from 'react'

type Component = Exclude<ElementType, string>

/**
 * Returns a component that is loaded from a file when it is first rendered. `name` is the export that contains the
 * component. The compiler rejects a name that the file does not export. Until the file is loaded, the component shows
 * `fallback`, so it needs no `<Suspense>` around it.
 */
export const lazyNamed = <Name extends string, File extends Record<Name, Component>>(
  load: () => Promise<File>,
  name: Name,
  fallback: ReactNode = null,
) => {
  const Loaded = lazyInBoundary(load, name)
  return (props: ComponentProps<File[Name]>) => createElement(Suspense, { fallback }, createElement(Loaded, props))
}

/**
 * Returns a component that is loaded like a component of `lazyNamed`, but suspends the `<Suspense>` around it. Use it where several parts of a page
 * appear together, or where the fallback depends on properties or texts.
 */
export const lazyInBoundary = <Name extends string, File extends Record<Name, Component>>(
  load: () => Promise<File>,
  name: Name,
) => lazy<File[Name]>(async () => ({ default: (await load())[name] }))
