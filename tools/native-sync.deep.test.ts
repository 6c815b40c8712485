import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const changes = () => execFileSync('git', ['status', '--porcelain', 'apps/native'], { cwd: root, encoding: 'utf8' })
const sync = () => execFileSync(process.execPath, ['tools/native-sync.mjs'], { cwd: root, stdio: 'pipe' })

test('npm run native:sync changes nothing in the projects, also the second time', () => {
  const before = changes()
  sync()
  expect(changes()).toBe(before)
  sync()
  expect(changes()).toBe(before)
})
