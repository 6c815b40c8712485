import { cpSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isInterrupted, passOnSignals, runChild } from './children.mjs'
import {
  fetchTag,
  isAncestor,
  readCurrentVersion,
  readRemote,
  readRemoteTags,
  requireCheckout,
  requireFreePaths,
  requireNoChanges,
} from './git.mjs'
import { deleteAside } from './packages.mjs'
import { goBack, goForward } from './phases.mjs'
import { nodeOf } from './server.mjs'
import {
  lockUpgrade,
  programFolder,
  readUpgradeState,
  unlockUpgrade,
  UpgradeError,
  writeUpgradeState,
} from './state.mjs'
import { newestSentence, requireNewer } from './versions.mjs'

const say = (line) => console.log(line)

/** Runs the command. Prints the reason if it fails. Returns the exit code, after the started server has ended. */
export async function upgrade(root, args) {
  passOnSignals()
  try {
    const { tag, back, seconds } = readUpgradeArguments(args)
    await requireCheckout(root)
    const unfinished = readUpgradeState(root)
    if (unfinished) return await withLock(root, () => goOn(root, unfinished, { tag, back }))
    if (back)
      throw new UpgradeError(
        'No upgrade is unfinished, so there is nothing to go back from. To return to earlier data, restore a backup.',
      )
    if (tag === undefined) return await sayNewest(root)
    return await withLock(root, () => begin(root, tag, seconds))
  } catch (error) {
    if (isInterrupted() && !readUpgradeState(root)) console.error('The upgrade was interrupted. Nothing was changed.')
    else console.error(error instanceof UpgradeError ? error.message : error)
    return 1
  }
}

function readUpgradeArguments(args) {
  try {
    const options = { back: { type: 'boolean', default: false }, wait: { type: 'string', default: '300' } }
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    if (positionals.length > 1) throw new Error('Name one version: npm run upgrade -- TAG')
    if (!(Number(values.wait) > 0)) throw new Error('--wait is a number of seconds, for example --wait 900')
    return { tag: positionals[0], back: values.back, seconds: Number(values.wait) }
  } catch (error) {
    throw new UpgradeError(error.message)
  }
}

/** Holds the lock while `work` changes the clone. `work` returns a function that waits for the started server, which needs no lock. */
async function withLock(root, work) {
  lockUpgrade(root)
  let wait
  try {
    wait = await work()
  } finally {
    unlockUpgrade(root)
  }
  return wait()
}

async function sayNewest(root) {
  say(newestSentence(await readCurrentVersion(root), await readRemoteTags(root, await readRemote(root))))
  return 0
}

/** Continues an upgrade that was interrupted, or goes back. */
function goOn(root, state, { tag, back }) {
  const { from, to, phase } = state
  if (tag !== undefined && tag !== to.name)
    throw new UpgradeError(
      `The upgrade from ${from.name} to ${to.name} is unfinished. First continue it with npm run upgrade, or go back with npm run upgrade -- --back.`,
    )
  if (back || phase === 'back') {
    say(`Going back from ${to.name} to ${from.name}.`)
    return goBack(root, state)
  }
  say(`Continuing the upgrade from ${from.name} to ${to.name}.`)
  return goForward(root, state)
}

/** Checks everything and makes the backup, which changes nothing. Then upgrades. */
async function begin(root, tag, seconds) {
  await requireNoChanges(root)
  const current = await readCurrentVersion(root)
  const remote = await readRemote(root)
  requireNewer(tag, current, await readRemoteTags(root, remote))
  const commit = await fetchTag(root, remote, tag)
  await requireContained(root, current, { tag, commit })
  await requireFreePaths(root, current.commit, commit)
  say(`Upgrading from ${current.name} to ${tag}. First, the data is backed up.`)
  const backup = await backUp(root)
  say(`The data is backed up in ${backup.folder} (${backup.time}).`)
  await deleteAside(root)
  rmSync(programFolder(root), { recursive: true, force: true })
  cpSync(dirname(fileURLToPath(import.meta.url)), programFolder(root), { recursive: true })
  const { name, branch, commit: from } = current
  const versions = { from: { name, branch, commit: from }, to: { name: tag, commit } }
  const state = writeUpgradeState(root, {
    ...versions,
    phase: 'forward',
    backup,
    isTried: false,
    packages: null,
    serverPid: null,
    seconds,
  })
  return goForward(root, state)
}

/** Throws an UpgradeError if the checkout has commits that the new version lacks, because its data may be newer than that version. */
async function requireContained(root, current, { tag, commit }) {
  if (current.tag !== null || (await isAncestor(root, current.commit, commit))) return
  throw new UpgradeError(
    (await isAncestor(root, commit, current.commit))
      ? `${current.name} has everything that ${tag} has. Nothing was changed.`
      : `${current.name} has commits that ${tag} lacks. Nothing was changed. Upgrade to a version that has them, or check out a tag first.`,
  )
}

/** Makes the backup with the present version. Throws an UpgradeError if the data is in use or cannot be backed up. */
async function backUp(root) {
  const problem = 'Nothing was upgraded.'
  const args = [join('tools', 'upgrade', 'data.ts'), 'back-up']
  return runChild(nodeOf(root), args, { cwd: root, problem })
}
