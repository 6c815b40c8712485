import type { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { FeedChange } from '../../../../platform/realtime/change-feed.ts'
import { storeStay } from '../call.people.ts'
import { storeSeconds } from '../call.standing.ts'
import { type Access, readAccess } from './call-access.ts'
import { closeMember, type Member, sendToMember } from './call-member.ts'
import type { CallRooms } from './call-rooms.ts'

/** Every so many milliseconds, logins are checked and silent sockets are closed. */
const beatMilliseconds = 2_000
/** Every so many beats, each person's right to be in the call is read again, in case a change was missed. */
const beatsPerCheck = 5
/** A page sends a heartbeat each second, and its browser answers pings when the page is held back. */
const silentMilliseconds = 20_000
/** The time for which a page without a socket stays in the call. */
const lostMilliseconds = 30_000
/** Changes of these tables can end a person's right to be in a call, let them in, or remove them. */
const watchedTables = ['video_call', 'video_call_person', 'session', 'session_client', 'client']

type Deps = Pick<AppContext, 'db' | 'clock' | 'log' | 'auth' | 'changes'>
export type CallWatch = ReturnType<typeof watchCalls>

/** Keeps the pages of calls as the database says: lets them in, closes them, and stores how long they stay. */
export function watchCalls(app: Deps, rooms: CallRooms) {
  const warn = (error: unknown) => app.log.warn('a call could not be checked', { error })

  function close(member: Member, reason: keyof typeof callCloseCodes) {
    closeMember(member, reason)
    rooms.endRelayEverywhere(member)
    leave(member)
  }

  /** Removes a page from its call and stores that the person has left. */
  function leave(member: Member) {
    rooms.remove(member)
    member.socket?.close()
    member.socket = null
    void store(member, true).catch(warn)
  }

  function store(member: Member, hasLeft: boolean): Promise<void> {
    const seconds = member.isAdmitted ? Math.round((performance.now() - member.storedAt) / 1_000) : 0
    member.storedAt = performance.now()
    const stay = { isAdmitted: member.isAdmitted, seconds, hasLeft }
    return app.db.asActor(member.actor, (tx) => storeStay(tx, member.call, stay, app.clock.now()))
  }

  /** Tells a page where its person stands, and the others when they come in. */
  function show(member: Member, access: Extract<Access, { refused?: never }>) {
    const { isAdmitted, isAskedToWait } = access
    const { clientsShare } = access.row
    if (!isAdmitted) {
      sendToMember(member, { type: 'waiting' })
      member.isAdmitted = false
      rooms.announce(member)
    }
    if (isAskedToWait && !member.isAskedToWait) sendToMember(member, { type: 'later' })
    if (isAdmitted) {
      if (!member.isAdmitted) Object.assign(member, { isAdmitted, storedAt: performance.now() })
      sendToMember(member, { type: 'admitted' })
      sendToMember(member, { type: 'sharing', isAllowed: clientsShare })
      rooms.announce(member)
      void store(member, false).catch(warn)
    }
    Object.assign(member, { isAskedToWait, clientsShare })
  }

  async function check(member: Member) {
    const access = await readAccess(app, member.actor, member.call)
    if (rooms.find(member.call, member.peer) !== member) return
    if (!access) return close(member, 'notAllowed')
    if (access.refused) return close(member, access.refused)
    if (access.isAdmitted !== member.isAdmitted || access.isAskedToWait !== member.isAskedToWait) {
      return show(member, access)
    }
    const { clientsShare } = access.row
    if (clientsShare === member.clientsShare) return
    member.clientsShare = clientsShare
    sendToMember(member, { type: 'sharing', isAllowed: clientsShare })
  }

  async function checkLogins(members: readonly Member[]) {
    if (members.length === 0) return
    const logins = await app.auth.logins.byIds([...new Set(members.map(({ login }) => login))])
    const valid = new Set(logins.map(({ id }) => id))
    for (const member of members) if (!valid.has(member.login)) close(member, 'signedOut')
  }

  function checkChanged({ audience }: FeedChange) {
    for (const member of rooms.ofTherapists(audience)) void check(member).catch(warn)
  }
  const stops = watchedTables.map((table) => app.changes.listen(table, checkChanged))

  let beats = 0
  async function beat() {
    beats += 1
    const now = performance.now()
    const members = rooms.all()
    for (const member of members) {
      if (member.socket && now - member.heardAt > silentMilliseconds) member.socket.terminate()
      else member.socket?.ping()
      if (!member.socket && now - member.lostAt > lostMilliseconds) leave(member)
      else if (now - member.storedAt > storeSeconds * 1_000) void store(member, false).catch(warn)
    }
    await checkLogins(members)
    if (beats % beatsPerCheck !== 0) return
    rooms.refresh(now)
    await Promise.all(rooms.all().map(check))
  }
  const timer = setInterval(() => void beat().catch(warn), beatMilliseconds).unref()

  return {
    leave,
    show,
    /** Stores how long the people here have stayed. They come back to another node, or after the restart. */
    async stop() {
      clearInterval(timer)
      for (const stop of stops) stop()
      await Promise.all(rooms.all().map((member) => store(member, false).catch(warn)))
    },
  }
}
