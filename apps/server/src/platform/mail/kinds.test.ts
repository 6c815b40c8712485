import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailKinds } from './kinds.ts'

test('the button of every mail leads to a page that exists [1.02]', () => {
  const routes = join(import.meta.dirname, '../../../../web/src/routes')
  const pageOf = (path: string) =>
    [path, path.replace(/(?<=dashboard\/)\w+/, '$userType')]
      .flatMap((one) => [`${one}.tsx`, join(one, 'index.tsx'), join(one, 'route.tsx')])
      .some((file) => existsSync(join(routes, file)))
  const dead = Object.entries(mailKinds).filter(([, { path }]) => !pageOf(path))
  expect(dead.map(([kind, { path }]) => `${kind} ${path}`)).toEqual([])
})
