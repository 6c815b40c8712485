import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isInterrupted, runChild, startChild } from './children.mjs'
import { checkOut, deleteAdded, differs } from './git.mjs'
import { deleteAside, moveAside, putBack, setUpVersion } from './packages.mjs'
import { nodeOf, tryServer } from './server.mjs'
import { isRunning, removeUpgradeState, UpgradeError, writeUpgradeState } from './state.mjs'

const say = (line) => console.log(line)

/** The time in milliseconds in which a server of an interrupted upgrade stops by itself. */
const strayMilliseconds = 60_000

/**
 * Installs the new version and starts it. Each step can be repeated, so this also continues an interrupted upgrade. If a step fails, goes back.
 * Returns a function that waits for the server and returns the exit code of the command.
 */
export async function goForward(root, begun) {
  let state = begun
  const change = (changed) => (state = writeUpgradeState(root, { ...state, ...changed }))
  try {
    await waitForStray(state)
    if (state.packages === null) {
      const sameLock = !(await differs(root, [state.from.commit, state.to.commit], 'package-lock.json'))
      change({ packages: moveAside(root, sameLock) })
    }
    await checkOut(root, state.to)
    await setUpVersion(root, state.to)
    say(`${state.to.name} is installed. It starts now, and answers no request until it is ready.`)
    change({ isTried: true })
    const tried = await tryServer(root, state.seconds, {
      begun: (serverPid) => change({ serverPid }),
      commit: () => {
        removeUpgradeState(root)
        say(openedText(state))
      },
    })
    if (tried.ended) return () => finish(root, tried.ended)
    throw new UpgradeError(`${state.to.name} couldn't be started: ${tried.reason}.`)
  } catch (error) {
    if (isInterrupted()) throw interruption(state)
    if (!(error instanceof UpgradeError)) console.error(error)
    else console.error(error.message)
  }
  say(`Going back to ${state.from.name}.`)
  return goBack(root, state)
}

/** Deletes the packages that were kept for going back, and waits for the server. Returns the exit code of the command. */
async function finish(root, ended) {
  await deleteAside(root).catch((error) => console.error(error.message))
  return (await ended) ?? 1
}

const interruption = ({ from }) =>
  new UpgradeError(
    `The upgrade was interrupted. Continue it with npm run upgrade, or go back to ${from.name} with npm run upgrade -- --back.`,
  )

const openedText = ({ from, to, backup }) =>
  `${to.name} is ready and answers requests. From now on there is no way back to ${from.name} except a restore, which loses everything that people enter ` +
  `from now on. The backup of before is in ${backup.folder} (${backup.time}).`

/** Waits for the server that an interrupted upgrade had started. It stops by itself, because the command that started it has ended. */
async function waitForStray({ serverPid }) {
  const end = performance.now() + strayMilliseconds
  while (serverPid !== null && isRunning(serverPid) && performance.now() < end) await pause(100)
}

/**
 * Puts the old version in place, restores the backup if a server of the new one was started, and starts the old version. Each step can be repeated.
 * Returns a function that waits for the old server and then returns the exit code 1.
 */
export async function goBack(root, begun) {
  const state = { ...begun, phase: 'back' }
  writeIfPossible(root, state)
  try {
    await waitForStray(state)
    await checkOut(root, state.from)
    // Git does not track the new files of an interrupted checkout. The old version would apply new migrations among them.
    await deleteAdded(root, state)
    putBack(root, state.packages)
    await setUpVersion(root, state.from)
    if (state.isTried) await restore(root, state)
    removeUpgradeState(root)
    await deleteAside(root)
  } catch (error) {
    if (isInterrupted()) throw new UpgradeError('Going back was interrupted. Continue with npm run upgrade.')
    console.error(error instanceof UpgradeError ? error.message : error)
    throw new UpgradeError(byHand(state))
  }
  say(
    `${state.from.name} is in place again${state.isTried ? ', with the data of before the upgrade' : '; the data was not changed'}. It starts now.`,
  )
  const { ended } = startChild(process.execPath, [join('tools', 'start.mjs')], { cwd: root })
  return async () => {
    await ended
    return 1
  }
}

/**
 * Writes the state. If the disk is full, going back continues without the new state, because going back frees space and can still be repeated if it
 * is interrupted.
 */
function writeIfPossible(root, state) {
  try {
    writeUpgradeState(root, state)
  } catch (error) {
    console.error(error.message)
  }
}

const restore = (root, { backup }) =>
  runChild(nodeOf(root), [join('tools', 'upgrade', 'data.ts'), 'restore', JSON.stringify(backup)], {
    cwd: root,
    problem: `The backup ${backup.time} in ${backup.folder} couldn't be restored.`,
  })

/** Returns the steps with which a person goes back without this command. */
function byHand({ from, backup, isTried }) {
  const steps = [
    'rm .attune/upgrade/state.json',
    `git checkout --force ${from.branch ?? from.commit}`,
    'npm ci',
    ...(isTried ? [`npm run restore -- ${backup.folder} --backup ${backup.time} --replace`] : []),
    'npm start',
  ]
  return (
    `Attune could not go back to ${from.name}. Remove the cause that is named above, such as a full disk, then run npm run upgrade: it tries again.\n` +
    `By hand, the same steps are:\n${steps.map((step) => `  ${step}`).join('\n')}`
  )
}
