import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { copyInto, copyPackages, openContext } from './context.testing.ts'

/** The image that the steps of the Dockerfile leave in `root`, the folder that stands for `/`. */
export type BuiltTree = {
  root: string
  folder: string
  env: Record<string, string>
  user: number
  command: string[]
  healthCheck: string[]
  stopSignal: NodeJS.Signals
  volume: string
}

type Stage = Omit<BuiltTree, 'root'> & { root: string; workdir: string }

/** The folders of an image that the steps name with their absolute path. */
const imageFolders = /(?<=^|[\s=:"])\/(opt\/attune|data)(?=[/\s:"]|$)/g

/**
 * Carries out the steps of the Dockerfile of a clone, below `work`. Three commands are replaced: `npm ci` by a copy of the packages that the clone
 * has installed, `useradd` by nothing, and `install -d` by a folder that is given to `owner`, if there is one. Throws on an instruction that it
 * cannot carry out.
 */
export function carryOutDockerfile(clone: string, work: string, owner: Owner | null): BuiltTree {
  const stages = new Map<string, Stage>()
  let stage: Stage | null = null
  for (const [instruction, rest] of readInstructions(join(clone, 'Dockerfile'))) {
    if (instruction === 'ARG') continue
    if (instruction === 'FROM') {
      const name = /\bAS (\S+)/.exec(rest)?.[1] ?? 'image'
      stage = openStage(join(work, name))
      stages.set(name, stage)
      continue
    }
    const step = steps[instruction]
    if (!step || !stage) throw new Error(`the test does not know how to carry out ${instruction} ${rest}`)
    step(stage, rest, { clone, stages, owner })
  }
  const image = stages.get('image')
  if (!image) throw new Error('the Dockerfile has no last stage')
  return { ...image, folder: join(image.root, image.workdir) }
}

function openStage(root: string): Stage {
  mkdirSync(root)
  const unknown = { env: {}, user: 0, command: [], healthCheck: [], volume: '', folder: '' }
  return { root, workdir: '/', stopSignal: 'SIGTERM', ...unknown }
}

/** Returns the instructions of a Dockerfile with the rest of their lines. */
function readInstructions(path: string): [string, string][] {
  const text = readFileSync(path, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
  return text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => [/^\S+/.exec(line)?.[0] ?? '', line.replace(/^\S+\s+/, '')])
}

type Owner = { uid: number; gid: number }
type Surroundings = { clone: string; stages: Map<string, Stage>; owner: Owner | null }

const steps: Record<string, (stage: Stage, rest: string, surroundings: Surroundings) => void> = {
  WORKDIR(stage, rest) {
    stage.workdir = rest
    mkdirSync(join(stage.root, rest), { recursive: true })
  },
  COPY: copy,
  RUN: run,
  ENV(stage, rest) {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = inside(stage, value)
  },
  USER: (stage, rest) => void (stage.user = Number(rest.split(':')[0])),
  VOLUME: (stage, rest) => void (stage.volume = inside(stage, rest)),
  STOPSIGNAL: (stage, rest) => void (stage.stopSignal = rest as NodeJS.Signals),
  CMD: (stage, rest) => void (stage.command = JSON.parse(rest) as string[]),
  HEALTHCHECK: (stage, rest) => void (stage.healthCheck = JSON.parse(rest.replace(/^.*?CMD /, '')) as string[]),
  LABEL: () => {},
  EXPOSE: () => {},
}

/** Replaces the folders of the image in a text by those below the root of the stage. */
const inside = ({ root }: Stage, text: string) => text.replace(imageFolders, (path) => join(root, path))

function copy(stage: Stage, rest: string, { clone, stages }: Surroundings): void {
  const words = rest.split(/\s+/)
  const source = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = join(stage.root, stage.workdir, paths.at(-1) ?? '')
  if (source !== undefined) {
    // The earlier stage is no longer needed, so its folder is moved.
    const to = join(stage.root, paths.at(-1) ?? '')
    mkdirSync(dirname(to), { recursive: true })
    renameSync(join(stages.get(source)?.root ?? '', paths[0] ?? ''), to)
    return
  }
  const context = openContext(clone)
  for (const path of paths.slice(0, -1))
    for (const file of context.files(path))
      copyInto(join(clone, file), join(target, path === '.' ? file : (file.split('/').at(-1) ?? '')))
}

function run(stage: Stage, line: string, { clone, owner }: Surroundings): void {
  const cwd = join(stage.root, stage.workdir)
  if (line.startsWith('useradd ')) return
  if (line.startsWith('npm ci ')) return installPackages(clone, cwd)
  const made = /^install -d -m (\d+) -o \d+ -g \d+ (\S+)$/.exec(line)
  if (made) {
    const [, mode = '', path = ''] = made
    mkdirSync(inside(stage, path), { recursive: true, mode: Number.parseInt(mode, 8) })
    if (owner) chownSync(inside(stage, path), owner.uid, owner.gid)
    return
  }
  // If the clone has a current web build, it is reused instead of built again; build-web.mjs compares the stamp in it.
  if (line.includes('build-web')) handOverWebBuild(clone, cwd)
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const { status, stdout, stderr } = spawnSync('sh', ['-c', inside(stage, line)], {
    cwd,
    env: { ...process.env, PATH },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${line} failed:\n${stdout}${stderr}`)
}

const workspaces = ['', 'apps/server', 'apps/web', 'apps/native', 'packages/contract']

function installPackages(clone: string, folder: string): void {
  const sample = statSync(join(clone, 'node_modules', 'zod', 'package.json'))
  const linked = sample.dev === statSync(folder).dev && (sample.mode & 0o777) === 0o644
  for (const workspace of workspaces) {
    const from = join(clone, workspace, 'node_modules')
    if (existsSync(from)) copyPackages(from, join(folder, workspace, 'node_modules'), linked)
  }
}

function handOverWebBuild(clone: string, folder: string): void {
  const from = join(clone, 'apps/web/dist')
  if (existsSync(join(from, '.stamp'))) copyPackages(from, join(folder, 'apps/web/dist'), false)
}
