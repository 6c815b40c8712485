import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lint } from './programs.mjs'

const findingsIn = async (code: string, file = 'one.ts') => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }')
    writeFileSync(
      join(folder, file),
      `${code.includes('import ') ? '' : 'export {}'}\nasync function save() {}\nfunction show() {}\n${code}\n`,
    )
    const { ok, findings } = await lint(folder)
    return {
      ok,
      rules: Array.from(findings.join('\n').matchAll(/(?:typescript|vitest)\(([\w-]+)\)/g), ([, rule]) => rule),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a promise without await or void is an error of lint @slow', async () => {
  expect(await findingsIn('save()\nconst click = () => { save().then(show) }\nclick()')).toEqual({
    ok: false,
    rules: ['no-floating-promises', 'no-floating-promises'],
  })
  expect(await findingsIn('await save()\nvoid save()\nsave().catch(show)')).toEqual({ ok: true, rules: [] })
})

test('a promise as a condition, an await of no promise and a void without a promise are errors of lint @slow', async () => {
  expect(await findingsIn('if (save()) show()')).toEqual({ ok: false, rules: ['no-misused-promises'] })
  expect(await findingsIn('await show()')).toEqual({ ok: false, rules: ['await-thenable'] })
  expect(await findingsIn('void show()')).toEqual({ ok: false, rules: ['no-meaningless-void-operator'] })
})

test('a test without an assertion is an error of lint', async () => {
  const withBody = (body: string) =>
    findingsIn(`import { test } from 'vitest'\ntest('a', () => {\nvoid save()\n${body}\n})`, 'one.test.ts')
  expect(await withBody('show()')).toEqual({ ok: false, rules: ['expect-expect'] })
  expect(await withBody('const expectShown = show\nexpectShown()')).toEqual({ ok: true, rules: [] })
  expect(await withBody('const screen = { getByText: show }\nscreen.getByText()')).toEqual({ ok: true, rules: [] })
})
