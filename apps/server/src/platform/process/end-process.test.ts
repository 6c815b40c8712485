import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const file = JSON.stringify(new URL('end-process.ts', import.meta.url).href)

/** Runs a program that prints a line when it is forced to exit. Returns its exit code and its output. */
async function run(program: string) {
  const source = `import { endProcess } from ${file}
    const { exit } = process
    process.exit = (code) => { console.log('forced'); exit(code) }
    ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { said, code: code as number | null }
}

test('a process that nothing keeps alive ends by itself with the code', async () => {
  expect(await run('endProcess(3)')).toEqual({ said: '', code: 3 })
})

test('a process that something keeps alive is forced to exit with the code @slow', async () => {
  expect(await run('setInterval(() => {}, 1000); endProcess(3)')).toEqual({ said: 'forced\n', code: 3 })
})
