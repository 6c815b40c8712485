import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emailKinds } from './emails.ts'

test('the button of every email links to an existing page [1.02]', () => {
  const routes = join(import.meta.dirname, '../../web/src/routes')
  const hasPage = (path: string) =>
    [path, path.replace(/(?<=dashboard\/)\w+/, '$userType')]
      .flatMap((one) => [`${one}.tsx`, join(one, 'index.tsx'), join(one, 'route.tsx')])
      .some((file) => existsSync(join(routes, file)))
  const missing = Object.entries(emailKinds).filter(([, { path }]) => !hasPage(path))
  expect(missing.map(([kind, { path }]) => `${kind} ${path}`)).toEqual([])
})
