import { UpgradeError } from './state.mjs'

const pattern = /^v?(\d+)\.(\d+)\.(\d+)$/

const numbersOf = (name) => pattern.exec(name)?.slice(1).map(Number)

/** Returns a negative number if `one` is older than `other`, 0 if both are the same version. */
export function compareVersions(one, other) {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  const at = left.findIndex((number, index) => number !== right[index])
  return at < 0 ? 0 : left[at] - right[at]
}

/** Returns the tags that name a version, such as `v1.2.3`, the newest first. */
export const versionTags = (tags) =>
  tags.filter((tag) => pattern.test(tag)).sort((one, other) => compareVersions(other, one))

/** Returns the name of a version that has no tag. */
export const nameOfVersion = (version, commit) => `${version} (commit ${commit.slice(0, 9)})`

/** Returns the sentence about the newest version for a person who has named no tag. */
export function newestSentence(current, tags) {
  const [newest] = tags
  if (newest === undefined) return `This is ${current.name}. There is no version to upgrade to yet.`
  return compareVersions(newest, current.tag ?? current.version) > 0
    ? `This is ${current.name}. The newest version is ${newest}; CHANGELOG.md there says what is new. To upgrade: npm run upgrade -- ${newest}`
    : `This is ${current.name}. There is no newer version.`
}

/** Throws an UpgradeError if the remote has no such version, or if that version is the one that is checked out or an older one. */
export function requireNewer(tag, current, tags) {
  if (!tags.includes(tag))
    throw new UpgradeError(
      `There is no version ${tag}. Nothing was changed. ${tags.length > 0 ? `There are: ${tags.slice(0, 10).join(', ')}.` : ''}`.trim(),
    )
  const order = compareVersions(tag, current.tag ?? current.version)
  if (tag === current.tag) throw new UpgradeError(`${tag} is checked out already. Start it with npm start.`)
  if (order < 0)
    throw new UpgradeError(
      `${tag} is older than ${current.name}. Nothing was changed: an older version can't read the data of a newer one. To go back, restore a backup.`,
    )
}
