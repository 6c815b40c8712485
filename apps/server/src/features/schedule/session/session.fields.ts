import type { contract } from '@attune/contract'
import {
  entriesOf,
  isLeftOut,
  leftOut,
  type FieldList,
  type LeftOut,
  type ListedField,
} from '@attune/contract/common/fields'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { DB } from '../../../platform/database/types.ts'

type SessionInputs = InferContractRouterInputs<typeof contract.session>
type SeriesInputs = InferContractRouterInputs<typeof contract.series>
/** An input field of the procedures with which a therapist creates, logs or edits a session, or creates or edits a series. */
type InputField =
  | keyof SessionInputs['create']
  | keyof SessionInputs['logPast']
  | keyof SessionInputs['edit']
  | keyof SeriesInputs['create']
  | keyof SeriesInputs['change']
type StoredDetail = {
  column: keyof DB['session'] & string
  /** Whether edits of a session or a series can change the field. */
  edit: 'change' | LeftOut
}

const inTimeSlot = leftOut('the time slot of the session has the time')
const ofCommand = leftOut('it says how to run the command')
const ofSeries = leftOut('the series has it')

/**
 * The details of a session: text columns that a new session takes from the input, and that a session of a series takes
 * from the template of the series. Every other input field has a reason why it is not in this list.
 */
const sessionDetails = {
  format: { column: 'format', edit: 'change' },
  therapyType: {
    column: 'therapy_type',
    edit: leftOut('the therapy type cannot change, because the participants depend on it'),
  },
  location: { column: 'location', edit: 'change' },
  videoUrl: leftOut('readCallPlaces chooses the link, which may be that of the therapist’s terms'),
  callInAttune: leftOut('readCallPlaces chooses the place of the call, which may be that of the therapist’s terms'),
  id: leftOut('the id selects the row'),
  sessionId: leftOut('the id selects the row'),
  clientIds: leftOut('the participants are rows of their own'),
  startsAt: inTimeSlot,
  durationMinutes: inTimeSlot,
  agreed: leftOut('it sets the status'),
  outcome: leftOut('it sets the status'),
  typeId: leftOut('insertSession and insertSeriesSessions store it, because it is no text'),
  groupId: leftOut('insertSession and insertSeriesSessions store it, because it is no text'),
  repeat: ofSeries,
  leaveOut: ofSeries,
  scope: ofCommand,
  command: ofCommand,
  undoes: ofCommand,
  anyway: leftOut('bookedAnywayColumn stores in booked_anyway whether there was a conflict'),
  revision: leftOut('each change increments the revision'),
  reason: leftOut('the history has the reason'),
} as const satisfies FieldList<InputField, StoredDetail>

type List = typeof sessionDetails
type Detail = ListedField<List>
export type EditedDetail = {
  [Name in Detail]: List[Name] extends { edit: 'change' } ? Name : never
}[Detail]
type DetailColumn<Name extends Detail> = List[Name]['column']
export type SessionDetails = Record<Detail, string>

const stored = entriesOf<InputField, StoredDetail>(sessionDetails) as [Detail, StoredDetail][]

/** The details, as pairs of field and column. */
export const detailColumns = stored.map(([field, { column }]) => [field, column] as const)

/** The details that an edit can change, as pairs of field and column. */
export const editedDetailColumns = stored.flatMap(([field, { column, edit }]) =>
  isLeftOut(edit) ? [] : [[field as EditedDetail, column] as const],
)

/** Copies the details of a session and no other fields. */
export const sessionDetailsOf = (session: SessionDetails) =>
  Object.fromEntries(detailColumns.map(([field]) => [field, session[field]])) as SessionDetails

/** Copies the details that an edit can change and no other fields. */
export const editedDetailsOf = (session: Pick<SessionDetails, EditedDetail>) =>
  Object.fromEntries(editedDetailColumns.map(([field]) => [field, session[field]])) as Pick<
    SessionDetails,
    EditedDetail
  >

/** Returns the values of all details by column of the table `session`. */
export const detailValues = (session: SessionDetails) =>
  Object.fromEntries(detailColumns.map(([field, column]) => [column, session[field]])) as Record<
    DetailColumn<Detail>,
    string
  >

/** Returns the values of the details that an edit can change, by column of the table `session`. */
export const editedDetailValues = (edit: Pick<SessionDetails, EditedDetail>) =>
  Object.fromEntries(editedDetailColumns.map(([field, column]) => [column, edit[field]])) as Record<
    DetailColumn<EditedDetail>,
    string
  >
