import { expect, test } from 'vitest'
import { circlesIn, featureCycles, featureNameFaults, featureNames, importsIn } from './features.mjs'

test('every form of an import is found: of values, of types, of side effects, and when it is loaded later', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { B } from '../b/b.ts'",
    "import '../c/c.ts'",
    "export * from './d.ts'",
    "const e = await import('../e/e.ts')",
    "type F = typeof import('../f/f.ts')",
    'import g from "../g/g.ts"',
    "import { z } from 'zod'",
  ]
  expect(importsIn(text.join('\n'))).toEqual([
    './a.ts',
    '../b/b.ts',
    '../c/c.ts',
    './d.ts',
    '../e/e.ts',
    '../f/f.ts',
    '../g/g.ts',
  ])
})

test('a circle through three features is found, and a feature outside of it is not', () => {
  const graph = (edges: [string, string][]) => {
    const features = [...new Set(edges.map(([from]) => from))]
    const targetsOf = (feature: string) =>
      edges.filter(([from]) => from === feature).map(([from, to]): [string, string] => [to, `${from} → ${to}`])
    return new Map(features.map((feature) => [feature, new Map(targetsOf(feature))]))
  }
  const edges: [string, string][] = [
    ['calendar', 'series'],
    ['series', 'session'],
    ['session', 'calendar'],
    ['task', 'session'],
  ]
  expect(circlesIn(graph(edges))).toEqual([
    'circle: calendar → series',
    'circle: series → session',
    'circle: session → calendar',
  ])
  expect(circlesIn(graph(edges.slice(1)))).toEqual([])
})

test('the features of the repository form no circle @slow', () => {
  expect(featureCycles().findings).toEqual([])
})

test('a feature in another domain than on the server is found, and so is a name in two domains', () => {
  const server = ['people/client', 'care/note', 'care/task', 'billing/note']
  expect(featureNameFaults(server, { web: ['care/client', 'care/task'], contract: ['people/client'] })).toEqual([
    "'note' is in two domains: care/note, billing/note",
    "web: 'care/client' is no feature of the server",
  ])
})

test('every feature has the same domain and name in each layer', () => {
  expect(featureNames().findings).toEqual([])
})
