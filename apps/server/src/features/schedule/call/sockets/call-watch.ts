import type { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { FeedChange } from '../../../../platform/realtime/change-feed.ts'
import { type Stay, storeLeaveOfGuardian, storeStay } from '../call.people.ts'
import { storeSeconds } from '../call.standing.ts'
import { type Access, readAccess } from './call-access.ts'
import { closeMember, type Member, sendToMember } from './call-member.ts'
import type { CallRooms } from './call-rooms.ts'

/** The interval in milliseconds at which logins are checked and silent sockets are closed. */
const beatMilliseconds = 2_000
/** The number of beats after which each person's right to be in the call is read again, in case a change was missed. */
const beatsPerCheck = 5
/**
 * The time in milliseconds after which a silent socket is closed. A page sends a heartbeat each second, and its browser answers pings even while it
 * throttles the page.
 */
const silentMilliseconds = 20_000
/** The time in milliseconds for which a page without a socket stays in the call. */
const lostMilliseconds = 30_000
/** Changes of these tables can end a person's right to be in a call, let them in, or remove them. */
const watchedTables = ['video_call', 'video_call_person', 'session', 'session_client', 'client', 'guardian']

type Deps = Pick<AppContext, 'db' | 'clock' | 'log' | 'auth' | 'changes'>
type Present = Extract<Access, { refused?: never }>

/** Keeps the pages of calls in line with the database: lets them in, closes them, and stores the time that they stay. */
export class CallWatch {
  readonly #app: Deps
  readonly #rooms: CallRooms
  readonly #stops: (() => void)[]
  #beats = 0

  constructor(app: Deps, rooms: CallRooms) {
    this.#app = app
    this.#rooms = rooms
    const timer = setInterval(() => void this.#beat().catch(this.#warn), beatMilliseconds).unref()
    this.#stops = [
      () => clearInterval(timer),
      ...watchedTables.map((table) => app.changes.listen(table, this.#checkChanged)),
    ]
  }

  /** Removes a page from its call and stores that the person has left. */
  leave(member: Member): void {
    this.#rooms.remove(member)
    member.socket?.close()
    member.socket = null
    void this.#store(member, true).catch(this.#warn)
  }

  /** Sends a page the standing of its person, and reports the standing to the other pages and nodes. */
  show(member: Member, { isAdmitted, isAskedToWait, row: { clientsShare } }: Present): void {
    if (!isAdmitted) {
      sendToMember(member, { type: 'waiting' })
      member.isAdmitted = false
      this.#rooms.announce(member)
    }
    if (isAskedToWait && !member.isAskedToWait) sendToMember(member, { type: 'later' })
    if (isAdmitted) {
      if (!member.isAdmitted) Object.assign(member, { isAdmitted, storedAt: performance.now() })
      sendToMember(member, { type: 'admitted' })
      sendToMember(member, { type: 'sharing', isAllowed: clientsShare })
      this.#rooms.announce(member)
      void this.#store(member, false).catch(this.#warn)
    }
    Object.assign(member, { isAskedToWait, clientsShare })
  }

  /**
   * Stores the time that the people at this node have spent in their calls. Their pages reconnect to another node, or to this node after the restart.
   */
  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    await Promise.all(this.#rooms.all().map((member) => this.#store(member, false).catch(this.#warn)))
  }

  readonly #warn = (error: unknown) => this.#app.log.warn('a call could not be checked', { error })

  readonly #checkChanged = ({ audience }: FeedChange) => {
    for (const member of this.#rooms.ofTherapists(audience)) void this.#check(member).catch(this.#warn)
  }

  #close(member: Member, reason: keyof typeof callCloseCodes) {
    closeMember(member, reason)
    this.#rooms.endRelayEverywhere(member)
    this.leave(member)
  }

  /** Stores the stays of a page one after the other, so that an admission that is stored late does not undo that the person has left. */
  #store(member: Member, hasLeft: boolean): Promise<void> {
    const seconds = member.isAdmitted ? Math.round((performance.now() - member.storedAt) / 1_000) : 0
    member.storedAt = performance.now()
    const { isAdmitted } = member
    const stored = member.stored.then(() => this.#storeNow(member, { isAdmitted, seconds, hasLeft }))
    member.stored = stored.catch(() => {})
    return stored
  }

  #storeNow(member: Member, stay: Stay): Promise<void> {
    const { db, clock } = this.#app
    // A guardian whose right has ended no longer sees the call, so the server stores that they have left.
    if (member.actor.role === 'guardian' && stay.hasLeft)
      return db.asActor({ role: 'worker', id: null }, (tx) =>
        storeLeaveOfGuardian(tx, { ...member, seconds: stay.seconds }, clock.now()),
      )
    return db.asActor(member.actor, (tx) => storeStay(tx, member.call, stay, clock.now()))
  }

  /**
   * Runs the checks of a page one after the other, so that an older result never replaces a newer one. A check that has not begun covers later
   * changes.
   */
  #check(member: Member): Promise<void> {
    if (!member.isCheckDue) {
      member.isCheckDue = true
      member.check = member.check.catch(() => {}).then(() => this.#checkNow(member))
    }
    return member.check
  }

  async #checkNow(member: Member) {
    member.isCheckDue = false
    const access = await readAccess(this.#app, member.actor, member.call)
    if (this.#rooms.find(member.call, member.peer) !== member) return
    if (!access) return this.#close(member, 'notAllowed')
    if (access.refused) return this.#close(member, access.refused)
    this.#hideAddress(member, access)
    if (access.isAdmitted !== member.isAdmitted || access.isAskedToWait !== member.isAskedToWait) {
      return this.show(member, access)
    }
    const { clientsShare } = access.row
    if (clientsShare === member.clientsShare) return
    member.clientsShare = clientsShare
    sendToMember(member, { type: 'sharing', isAllowed: clientsShare })
  }

  /** Routes new connections to a person through the relay once someone who must not learn the person's address may join. */
  #hideAddress(member: Member, { relayOnly }: Present) {
    if (!relayOnly || member.relayOnly) return
    member.relayOnly = true
    this.#rooms.announce(member)
  }

  /**
   * Sends a ping and a heartbeat to a page. A browser throttles the timers of a hidden page, including its heartbeats, but answers the ping. The
   * heartbeat shows the page that its connection works.
   */
  #beatOf(member: Member) {
    member.socket?.ping()
    sendToMember(member, { type: 'heartbeat' })
  }

  async #checkLogins(members: readonly Member[]) {
    if (members.length === 0) return
    const logins = await this.#app.auth.logins.byIds([...new Set(members.map(({ login }) => login))])
    const valid = new Set(logins.map(({ id }) => id))
    for (const member of members) if (!valid.has(member.login)) this.#close(member, 'signedOut')
  }

  /** Closes silent sockets, removes pages without a socket after `lostMilliseconds`, stores that people were seen, and checks logins. */
  async #beat() {
    this.#beats += 1
    const now = performance.now()
    const members = this.#rooms.all()
    for (const member of members) {
      if (member.socket && now - member.heardAt > silentMilliseconds) member.socket.terminate()
      else this.#beatOf(member)
      if (!member.socket && now - member.lostAt > lostMilliseconds) this.leave(member)
      else if (now - member.storedAt > storeSeconds * 1_000) void this.#store(member, false).catch(this.#warn)
    }
    await this.#checkLogins(members)
    if (this.#beats % beatsPerCheck !== 0) return
    this.#rooms.refresh(now)
    await Promise.all(this.#rooms.all().map((member) => this.#check(member)))
  }
}
