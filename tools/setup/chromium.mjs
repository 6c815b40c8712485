import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root, run, SetupError, step } from './steps.mjs'

/** The windowless build of Chromium, which needs a third less CPU. Debian packages it separately. */
const headlessShellName = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const macPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a Chromium for the journeys: the one in CHROMIUM_PATH, otherwise one that it finds. If none is found on a Debian or Ubuntu
 * system and this process runs as root, installs Chromium. With `headlessShell`, prefers the headless shell if the PATH has one. Throws a SetupError
 * if there is no Chromium.
 */
export function findChromium({ headlessShell = false } = {}) {
  const named = process.env.CHROMIUM_PATH || fromEnvFile()
  if (named) {
    if (isProgram(named)) return named
    throw new SetupError(`CHROMIUM_PATH is ${named}, which isn't a program.`)
  }
  const shell = headlessShell ? inPath([headlessShellName]) : undefined
  return shell ?? fromPath() ?? fromPlaywright() ?? fromDebian() ?? throwNotFound()
}

const fromPath = () => inPath(names) ?? macPlaces.find(isProgram)

function inPath(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function fromPlaywright() {
  try {
    const path = createRequire(join(root, 'package.json'))('@playwright/test').chromium.executablePath()
    return isProgram(path) ? path : undefined
  } catch {
    return undefined
  }
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return undefined
  step('Installing Chromium for the tests', () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-q'], { env })
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
  })
  return fromPath()
}

function throwNotFound() {
  throw new SetupError(`The journey tests need Chromium, and none was found. Do one of these:
  1. CHROMIUM_PATH=/path/to/chromium, in the environment or in .env
  2. install Chromium or Google Chrome, so that it is in the PATH
  3. npx playwright install chromium
  4. as root on Debian or Ubuntu: apt-get update && apt-get install -y chromium`)
}

function fromEnvFile() {
  const path = join(root, '.env')
  return existsSync(path) ? /^CHROMIUM_PATH=["']?(.+?)["']?\s*$/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
