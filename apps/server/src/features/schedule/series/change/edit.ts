import {
  type CallPlace,
  editedDetailColumns,
  editedDetailsOf,
  type EditedDetail,
  isInAttuneAfter,
  type SeriesSession,
  type SessionDetails,
} from '../../session/session.ts'
import type { SeriesTemplate } from '../series.queries.ts'

type Details = Pick<SessionDetails, EditedDetail>
type EditedFields = Details & { videoUrl: string | null; callInAttune?: boolean | undefined }

const noCall: CallPlace = { videoUrl: null, callInAttune: false }
const isSamePlace = (one: CallPlace, other: CallPlace) =>
  one.videoUrl === other.videoUrl && one.callInAttune === other.callInAttune

const isSame = (one: Details, other: Details) => editedDetailColumns.every(([field]) => one[field] === other[field])

export type SeriesEdit = {
  template: SeriesTemplate
  /**
   * Returns the edited fields of a session after the edit, and whether the edit changes them. `place` is the place of the
   * call for a session that needs a new one.
   */
  applyTo(row: SeriesSession, place: CallPlace): Details & CallPlace & { edited: boolean }
}

/**
 * Computes how an edit of one session (`anchor`) applies to its series. Only fields that differ from `anchor` change. A
 * session with details that already differ from the series keeps its details and the place of its call.
 */
export function seriesEditOf(input: EditedFields, template: SeriesTemplate, anchor: SeriesSession): SeriesEdit {
  const detailsChanged = !isSame(input, anchor)
  const callInAttune = isInAttuneAfter(input, anchor)
  const wanted = { videoUrl: callInAttune ? null : input.videoUrl, callInAttune }
  const placeChanged = !isSamePlace(wanted, anchor)
  const next: SeriesTemplate = {
    ...template,
    ...(detailsChanged && editedDetailsOf(input)),
    ...(placeChanged && wanted),
  }
  if (next.format !== 'video') Object.assign(next, noCall)
  return {
    template: next,
    applyTo(row, place) {
      const hasOwnDetails = row.id !== anchor.id && !isSame(row, template)
      const details = editedDetailsOf(detailsChanged && !hasOwnDetails ? input : row)
      const keepsPlace = row.format === 'video' && (hasOwnDetails || !placeChanged)
      const call = details.format !== 'video' ? noCall : keepsPlace ? row : place
      const { videoUrl, callInAttune } = call
      const edited = !isSame(details, row) || !isSamePlace(call, row)
      return { ...details, videoUrl, callInAttune, edited }
    },
  }
}
