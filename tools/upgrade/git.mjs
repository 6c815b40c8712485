import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readProgram } from './children.mjs'
import { UpgradeError } from './state.mjs'
import { nameOfVersion, versionTags } from './versions.mjs'

/** The time in milliseconds after which a lock of git belongs to a killed process. */
const abandonedMilliseconds = 60_000

/** Git never asks for a password here, because an upgrade may run without a person. */
const environment = () => ({ ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' })

const runGit = (root, args) => readProgram('git', args, { cwd: root, env: environment() })

/** Returns the output of a command of git. Throws an UpgradeError with `problem` and git's own words if it fails. */
async function git(root, args, problem) {
  const { code, out, err } = await runGit(root, args)
  if (code !== 0) throw new UpgradeError(`${problem} ${err}`.trim())
  return out.trim()
}

const lines = (text) => text.split('\n').filter(Boolean)

/** Throws an UpgradeError if git is missing, or if `root` is no checkout. */
export async function requireCheckout(root) {
  const { code, out, err } = await runGit(root, ['rev-parse', '--show-toplevel'])
  if (code === null) throw new UpgradeError("npm run upgrade needs git, which isn't installed. Nothing was changed.")
  if (code === 0 && realpathSync(out.trim()) === realpathSync(root)) return
  throw new UpgradeError(
    `${root} isn't a clone made with git, so npm run upgrade can't get another version. Nothing was changed. ${code === 0 ? '' : err}`.trim(),
  )
}

/** Throws an UpgradeError if a tracked file of the checkout was changed. Untracked files don't count. */
export async function requireNoChanges(root) {
  const changed = lines(
    await git(root, ['status', '--porcelain', '--untracked-files=no'], "git can't compare the files."),
  )
  if (changed.length === 0) return
  const names = changed.slice(0, 5).map((line) => line.trim().replace(/^\S+\s+/, ''))
  throw new UpgradeError(
    `This checkout has changes: ${names.join(', ')}${changed.length > names.length ? ' and others' : ''}. Nothing was upgraded. ` +
      'Commit them on a branch of your own, or undo them with git restore.',
  )
}

/** Returns the version that is checked out: its commit, its branch (null if none), and its name, which is its tag if it has one. */
export async function readCurrentVersion(root) {
  const commit = await git(root, ['rev-parse', 'HEAD'], "git can't read the commit of this checkout.")
  const branch = (await runGit(root, ['symbolic-ref', '-q', '--short', 'HEAD'])).out.trim() || null
  const [tag] = versionTags(lines(await git(root, ['tag', '--points-at', 'HEAD'], "git can't read the tags.")))
  const { version } = JSON.parse(await git(root, ['show', 'HEAD:package.json'], "git can't read package.json."))
  return { commit, branch, tag: tag ?? null, version, name: tag ?? nameOfVersion(version, commit) }
}

/** Returns the name of the remote from which the clone was made. */
export async function readRemote(root) {
  const remotes = lines(await git(root, ['remote'], "git can't read the remotes."))
  const remote = remotes.includes('origin') ? 'origin' : remotes[0]
  if (!remote)
    throw new UpgradeError(
      'This clone has no remote, so there is no other version. Add one with git remote add origin ADDRESS.',
    )
  return remote
}

/** Returns the tags of versions that the remote has, the newest first. */
export async function readRemoteTags(root, remote) {
  const problem = `git can't ask ${remote} for its versions. Nothing was changed. Is there a connection?`
  const listed = await git(root, ['ls-remote', '--tags', '--refs', remote], problem)
  return versionTags(lines(listed).map((line) => line.replace(/^.*refs\/tags\//, '')))
}

/** Fetches a tag, and returns its commit. */
export async function fetchTag(root, remote, tag) {
  const problem = `git can't fetch ${tag} from ${remote}. Nothing was changed.`
  await git(root, ['fetch', '--quiet', '--no-tags', remote, `refs/tags/${tag}:refs/tags/${tag}`], problem)
  return git(root, ['rev-parse', `refs/tags/${tag}^{commit}`], problem)
}

/** Whether one commit is an ancestor of another one, or the same. */
export const isAncestor = async (root, older, newer) =>
  (await runGit(root, ['merge-base', '--is-ancestor', older, newer])).code === 0

/** Whether a file differs between two commits. */
export const differs = async (root, [one, other], path) =>
  (await runGit(root, ['diff', '--quiet', one, other, '--', path])).code !== 0

/** Returns the files that a commit has and an older one lacks. */
const addedFiles = async (root, from, to) =>
  lines(
    await git(
      root,
      ['diff', '--name-only', '--no-renames', '--diff-filter=A', from, to],
      "git can't compare versions.",
    ),
  )

/** Throws an UpgradeError if untracked files are where the new version has its own, because the checkout would overwrite them. */
export async function requireFreePaths(root, from, to) {
  const taken = (await addedFiles(root, from, to)).filter((path) => existsSync(join(root, path)))
  if (taken.length === 0) return
  throw new UpgradeError(
    `The new version has files of its own at ${taken.slice(0, 5).join(', ')}. Nothing was changed. Move yours away.`,
  )
}

/** Deletes the files that the new version has added. */
export async function deleteAdded(root, { from, to }) {
  for (const path of await addedFiles(root, from.commit, to.commit)) rmSync(join(root, path), { force: true })
}

/**
 * Checks out a version: its commit, or `branch` if it is still at that commit. Also repairs a checkout that was interrupted. Throws an UpgradeError
 * with git's own words if it fails.
 */
export async function checkOut(root, { name, commit, branch = null }) {
  await removeAbandonedLock(root)
  const isThere = branch !== null && (await runGit(root, ['rev-parse', `refs/heads/${branch}`])).out.trim() === commit
  const target = isThere ? [branch] : ['--detach', commit]
  await git(root, ['checkout', '--quiet', '--force', ...target], `git can't check out ${name}.`)
}

/** Waits while another git process works in this checkout, and removes the lock of a killed one. */
async function removeAbandonedLock(root) {
  const path = await git(root, ['rev-parse', '--git-path', 'index.lock'], "git can't find its lock.")
  const lock = isAbsolute(path) ? path : join(root, path)
  while (existsSync(lock)) {
    const writtenAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - writtenAt > abandonedMilliseconds) rmSync(lock, { force: true })
    else await pause(200)
  }
}
