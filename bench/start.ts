import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type StartFigures = { seconds: number; steps: { step: string; seconds: number }[] }

/**
 * Measures two runs of `npm start` in a fresh clone of the last commit, each until the address of the server answers.
 * The first run installs from the registry with npm's usual cache, builds the web app and creates the database.
 */
export async function measureStarts(): Promise<{ first: StartFigures; second: StartFigures }> {
  const folder = mkdtempSync(join(tmpdir(), 'attune-start-'))
  try {
    execFileSync('git', ['clone', '-q', join(import.meta.dirname, '..'), join(folder, 'attune')])
    const clone = join(folder, 'attune')
    return { first: await start(clone), second: await start(clone) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(clone: string): Promise<StartFigures> {
  const begun = performance.now()
  const since = (from: number) => (performance.now() - from) / 1000
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: '0', NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const steps: StartFigures['steps'] = []
  let said = ''
  let last = begun
  try {
    for await (const chunk of child.stdout) {
      said += chunk
      for (const [, step, seconds] of said.matchAll(/^(.+?) … ([\d.]+) s$/gm)) {
        if (steps.some((known) => known.step === step)) continue
        steps.push({ step: step ?? '', seconds: Number(seconds) })
        last = performance.now()
      }
      const address = /^Attune is running at (\S+)/m.exec(said)?.[1]
      if (!address) continue
      steps.push({ step: steps.length ? 'Starting the database and the server' : 'Starting', seconds: since(last) })
      await fetch(`${address}/ready`)
      return { seconds: since(begun), steps }
    }
    throw new Error(`npm start ended early:\n${said}`)
  } finally {
    // Ends the whole process group at once, as Ctrl+C does.
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await once(child, 'close')
  }
}
