import { z } from 'zod'
import {
  byId,
  ClientId,
  Done,
  EmptyInput,
  FreedTimeId,
  PersonId,
  SessionId,
  SessionTypeId,
  TherapistId,
  WaitingEntryId,
  WaitingOfferId,
} from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { ClockTime, Day, Instant } from '../../../common/time/time.schemas.ts'
import { CLIENT_INACTIVE, SessionFormat, SLOT_TAKEN, THERAPIST_UNREACHABLE } from '../session/session.schemas.ts'
import { longestNoticeHours, waitingListModes } from './waiting-list.rules.ts'

/** The times at which a client can come to a session. They are wall-clock times in the zone of the entry. */
const preference = {
  /** ISO weekdays, where 1 is Monday. */
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  from: ClockTime,
  /** The latest end of the session; `24:00` is the end of the day. */
  until: z.union([ClockTime, z.literal('24:00')]),
  /** The minimum number of hours between the offer and the session. */
  noticeHours: z.int().min(0).max(longestNoticeHours),
  /** The last possible day of the session. */
  untilDay: Day,
}
const isSpan = ({ from, until }: { from: string; until: string }) => until > from
const spanError = { error: 'END_BEFORE_START', path: ['until'] }

const preferredSession = {
  /** The session type; null if there is none. It determines format and duration. */
  typeId: SessionTypeId.nullable(),
  format: SessionFormat,
}
const joined = {
  id: WaitingEntryId,
  therapistId: TherapistId,
  /** The session that moves when an offer is accepted; null for an additional session. It determines type, format and duration. */
  sessionId: SessionId.nullable(),
  ...preferredSession,
  ...preference,
}
export type NewWaitingEntry = z.output<z.ZodObject<typeof joined>>

/** A time that is offered to a waiting client. */
export const WaitingOffer = z.strictObject({
  id: WaitingOfferId,
  startsAt: z.string(),
  endsAt: z.string(),
  location: z.string(),
  /** The time until which the client can accept. */
  expiresAt: z.string(),
})
export type WaitingOffer = z.infer<typeof WaitingOffer>

const entry = {
  id: WaitingEntryId,
  therapistId: TherapistId,
  ...preferredSession,
  durationMinutes: z.number(),
  sessionId: SessionId.nullable(),
  /** The start of the session that would move; null for an additional session. */
  sessionStartsAt: z.string().nullable(),
  weekdays: z.array(z.number()),
  from: z.string(),
  until: z.string(),
  zone: z.string(),
  noticeHours: z.number(),
  untilDay: z.string(),
  since: z.string(),
  version: z.number(),
  offer: WaitingOffer.nullable(),
}

export const OwnWaitingEntry = z.strictObject({ ...entry, therapistName: z.string() })
export type OwnWaitingEntry = z.infer<typeof OwnWaitingEntry>

/** A waiting client and the times that suit the client. */
export const WaitingEntry = z.strictObject({
  ...entry,
  clientId: ClientId,
  personId: PersonId,
  clientName: z.string(),
  /** The name of the session type; empty if the client chose none. */
  typeName: z.string(),
  /** Whether the client can answer offers in the app. A client without an account receives none. */
  hasAccount: z.boolean(),
  /** The next free times that match the preference, at most three. */
  times: z.array(z.string()),
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

/** A time that became free and can be offered. */
export const FreedTime = z.strictObject({
  id: FreedTimeId,
  startsAt: z.string(),
  endsAt: z.string(),
  /** Whether the time is being offered to one client after the other. */
  isOffered: z.boolean(),
  /** The matching entries to which the time has not been offered, in order. */
  entryIds: z.array(WaitingEntryId),
  /** The matching entries of clients without an account, in order, each with the start of the session to offer. The therapist offers it by phone. */
  calls: z.array(z.strictObject({ entryId: WaitingEntryId, startsAt: z.string() })),
})
export type FreedTime = z.infer<typeof FreedTime>

export const WaitingListSettings = z.strictObject({
  mode: z.enum(waitingListModes),
  /** The time that a client has to answer an offer, in hours. */
  answerHours: z.int().min(1).max(72),
  /** The number of hours before the session at which offers expire. The booking notice does not apply to offers. */
  noticeHours: z.int().min(1).max(longestNoticeHours),
})
export type WaitingListSettings = z.infer<typeof WaitingListSettings>

const WaitingListView = z.strictObject({
  settings: WaitingListSettings,
  /** The entries of waiting clients, the longest wait first. */
  entries: z.array(WaitingEntry),
  freed: z.array(FreedTime),
})
export type WaitingListView = z.infer<typeof WaitingListView>

/**
 * Refusals of an entry: the therapist has no waiting list, the client is already waiting for the same session or for an additional one, or the day is
 * in the past or too far away.
 */
const entryRefusals = {
  WAITING_LIST_CLOSED: { status: 409 },
  ALREADY_WAITING: { status: 409 },
  WRONG_DAY: { status: 409 },
  /** The session has begun, has ended or has several participants. */
  CANNOT_MOVE: { status: 409 },
  ...CLIENT_INACTIVE,
} as const

/** The offer was answered, has expired or was withdrawn. */
const OFFER_ENDED = { OFFER_ENDED: { status: 409 } } as const

/** The tables of this feature that a browser can subscribe to. */
export const waitingListTables = {
  waiting_list_settings: { table: 'waiting_list_setting', filters: ['therapist_id'] },
  waiting_entries: { table: 'waiting_entry', filters: ['id', 'therapist_id'] },
  freed_times: { table: 'freed_time', filters: ['id', 'therapist_id'] },
  waiting_offers: { table: 'waiting_offer', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** Clients who want an earlier or an additional session, and the offers of freed times. */
export const waitingList = {
  /** The therapist's waiting list with its settings and the freed times. */
  list: read.input(EmptyInput).output(WaitingListView),
  /** Saves the settings. An omitted `noticeHours` keeps its value. Open offers keep their expiry times. */
  saveSettings: write.input(WaitingListSettings.partial({ noticeHours: true })).output(WaitingListSettings),
  /** Adds a client of the therapist who waits for an additional session. Times are in the therapist's zone. */
  add: write
    .input(
      z
        .strictObject({ id: WaitingEntryId, clientId: ClientId, ...preferredSession, ...preference })
        .refine(isSpan, spanError),
    )
    .output(Done)
    .errors({ ...entryRefusals, ...limitRefusal }),
  remove: write.input(byId(WaitingEntryId)).output(Done),
  /** Offers a free time to an entry. `id` is the id of the new offer. */
  offer: write
    .input(z.strictObject({ id: WaitingOfferId, entryId: WaitingEntryId, startsAt: Instant }))
    .output(Done)
    .errors({
      ...SLOT_TAKEN,
      /** The entry has an open offer, or the time is being offered to another client. */
      OFFER_OPEN: { status: 409 },
      /** The session begins too soon, or the client's quiet hours leave no time to answer. */
      TOO_LATE: { status: 409 },
      /** The client has no account and cannot answer. */
      NO_ACCOUNT: { status: 409 },
    }),
  /** Offers a freed time to the matching clients, one after the other. */
  offerFreed: write.input(byId(FreedTimeId)).output(Done),
  withdrawOffer: write.input(byId(WaitingOfferId)).output(Done).errors(OFFER_ENDED),

  /** The client's active entries with their open offers, and the therapists whose waiting lists the client can join. */
  mine: read.input(EmptyInput).output(
    z.strictObject({
      items: z.array(OwnWaitingEntry),
      therapists: z.array(z.strictObject({ therapistId: TherapistId, name: z.string() })),
    }),
  ),
  join: write
    .input(z.strictObject(joined).refine(isSpan, spanError))
    .output(OwnWaitingEntry)
    .errors({ ...entryRefusals, ...limitRefusal }),
  /**
   * Changes the preference of an entry. The position in the list does not change. Refuses with CHANGED and the current entry if it has changed since
   * `version`, and with WRONG_DAY if the last day is in the past or too far away.
   */
  change: write
    .input(
      z
        .strictObject({ id: WaitingEntryId, version: z.int().positive(), ...preferredSession, ...preference })
        .refine(isSpan, spanError),
    )
    .output(OwnWaitingEntry)
    .errors({ WRONG_DAY: { status: 409 }, CHANGED: { status: 409, data: z.object({ entry: OwnWaitingEntry }) } }),
  leave: write.input(byId(WaitingEntryId)).output(Done),
  /** Accepts an offer. The session is confirmed at once. `sessionId` is the id of the new session; a moved session keeps its id. */
  accept: write
    .input(z.strictObject({ id: WaitingOfferId, sessionId: SessionId }))
    .output(z.strictObject({ sessionId: SessionId }))
    .errors({ ...OFFER_ENDED, ...SLOT_TAKEN, ...THERAPIST_UNREACHABLE }),
  decline: write.input(byId(WaitingOfferId)).output(Done).errors(OFFER_ENDED),
}
