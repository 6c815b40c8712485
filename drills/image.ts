import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { node, root } from '../tools/setup/steps.mjs'
import { type ContainerFindings, runContainer } from './image.container.ts'
import type { DrillOutcome } from './outcome.ts'
import { installPrograms, missingPrograms } from './programs.ts'

const run = promisify(execFile)
/** The Debian release of the base images. */
const release = 'trixie'
/** Programs that build software or fetch packages. None may be in the image. */
const buildPrograms = ['npm', 'npx', 'gcc', 'cc', 'make', 'python3', 'git', 'curl', 'wget']
const builders = ['buildah', 'mmdebstrap'] as const

/** The programs that the drill of the image needs and this machine lacks. */
export const missingImageBuilders = () => missingPrograms(builders)

/**
 * Builds the image by its Dockerfile and runs it with a read-only root, as its user, without capabilities. The base images are made from Debian's
 * packages, because no registry of images can be assumed. The base image for the build also has this clone's Node and the npm that runs the drill.
 */
export async function imageDrill(_short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  if (process.geteuid?.() !== 0)
    return { passed: false, figures: { 'the drill could not begin': 'only root can build here' } }
  const problem = await installPrograms(missingImageBuilders, say)
  if (problem) return { passed: false, figures: { 'the drill could not begin': problem } }
  const work = mkdtempSync(join(tmpdir(), 'attune-image-'))
  const buildah = openBuildah(work)
  try {
    say(`making a base of Debian ${release}`)
    await makeBases(work, buildah)
    say('building the image')
    const begun = performance.now()
    await buildah('bud', ...limits, ...formats, ...bases, '--tag', 'localhost/attune', root)
    const seconds = (performance.now() - begun) / 1000
    const sizes = { image: await sizeOf(buildah, 'attune'), base: await sizeOf(buildah, 'attune-run') }
    const { stdout: container } = await buildah('from', 'localhost/attune')
    const { stdout: folder } = await buildah('mount', container.trim())
    const { stdout: settings } = await buildah('inspect', '--type', 'image', 'localhost/attune')
    const found = await runContainer({ root: folder.trim(), settings, work, say })
    return outcomeOf(found, sizes, seconds, missingImagePrograms(folder.trim()))
  } finally {
    // buildah unmounts its containers first. The folder is deleted in any case.
    await buildah('rm', '--all').catch(() => {})
    rmSync(work, { recursive: true, force: true })
  }
}

type Buildah = (...args: string[]) => Promise<{ stdout: string }>

const formats = ['--isolation', 'chroot', '--format', 'docker']
const bases = ['--build-arg', 'BUILD_IMAGE=localhost/attune-build', '--build-arg', 'RUN_IMAGE=localhost/attune-run']
/** buildah allows 1,024 open files otherwise, which are too few for npm. */
const limits = ['--ulimit', 'nofile=8192:8192']

function openBuildah(work: string): Buildah {
  const storage = ['--storage-driver', 'vfs', '--root', join(work, 'storage'), '--runroot', join(work, 'run')]
  return (command, ...args) => run('buildah', [...storage, command, ...args], { maxBuffer: 1 << 28 })
}

/** Makes the image in which the product runs, and the one with Node and npm in which it is built. */
async function makeBases(work: string, buildah: Buildah): Promise<void> {
  await run('mmdebstrap', ['--variant=minbase', release, join(work, 'root.tar')], { maxBuffer: 1 << 28 })
  writeFileSync(join(work, 'Run'), 'FROM scratch\nADD root.tar /\n')
  await buildah('bud', ...formats, '--tag', 'localhost/attune-run', '--file', join(work, 'Run'), work)
  copyFileSync(realpathSync(node), join(work, 'node'))
  cpSync(dirname(dirname(realpathSync(process.env.npm_execpath ?? ''))), join(work, 'npm'), { recursive: true })
  // The certificates of this machine, whose network may have an authority of its own.
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'
  copyFileSync(authorities, join(work, 'authorities.pem'))
  const lines = [
    'FROM localhost/attune-run',
    'COPY node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    'COPY authorities.pem /etc/ssl/authorities.pem',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/authorities.pem',
  ]
  writeFileSync(join(work, 'Build'), lines.join('\n'))
  await buildah('bud', ...formats, '--tag', 'localhost/attune-build', '--file', join(work, 'Build'), work)
}

/** Returns the size of an image in megabytes, as buildah states it. */
async function sizeOf(buildah: Buildah, name: string): Promise<number> {
  const { stdout } = await buildah('images', '--format', '{{.Size}}', `localhost/${name}`)
  const [number = '0', unit = 'MB'] = stdout.trim().split(' ')
  return Math.round(Number(number) * (unit === 'GB' ? 1000 : 1))
}

const missingImagePrograms = (folder: string) =>
  buildPrograms.filter((name) =>
    ['bin', 'usr/bin', 'usr/local/bin'].some((place) => existsSync(join(folder, place, name))),
  )

function outcomeOf(
  found: ContainerFindings,
  sizes: { image: number; base: number },
  buildSeconds: number,
  leftPrograms: string[],
): DrillOutcome {
  const { first, second, stop, memory, user, writable, backedUp, restored, healthy, stopped } = found
  return {
    passed:
      leftPrograms.length === 0 &&
      user > 0 &&
      writable === '/data, /tmp' &&
      backedUp &&
      restored &&
      healthy &&
      stopped &&
      sizes.image > 0,
    figures: {
      'build, with npm ci': `${buildSeconds.toFixed(0)} s`,
      'size of the image, and of the base in it': `${sizes.image} MB, ${sizes.base} MB`,
      'programs that build or fetch software (0)': leftPrograms.length ? leftPrograms.join(', ') : 0,
      'user of every process': user,
      'folders that this user can write to, of /, /data, /opt/attune, /tmp': writable,
      'first start, with a new database, to /ready': `${first.toFixed(1)} s`,
      'next start to /ready': `${second.toFixed(1)} s`,
      'memory idle, with Postgres': `${memory.toFixed(0)} MB`,
      'the health check of the image succeeds, and fails when it is stopped': healthy ? 'yes' : 'no',
      'a backup made in the container': backedUp ? 'yes' : 'no',
      'a restore of it in another container, and a start with it': restored ? 'yes' : 'no',
      'stop, until Postgres has ended too (≤ 45 s)': `${stop.toFixed(1)} s`,
    },
  }
}
