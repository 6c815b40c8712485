import { editedDetailColumns, editedDetailsOf, type EditedDetail, type SessionDetails } from '../../session/session.ts'
import type { SeriesSession } from '../../session/session.ts'
import type { SeriesTemplate } from '../series.queries.ts'

type Details = Pick<SessionDetails, EditedDetail>
type EditedFields = Details & { videoUrl: string | null }

const isSame = (one: Details, other: Details) => editedDetailColumns.every(([field]) => one[field] === other[field])

export type SeriesEdit = {
  template: SeriesTemplate
  /**
   * Returns the edited fields of a session after the edit, and whether the edit changes them. `room` is the video link
   * for a session that needs a new one.
   */
  applyTo(row: SeriesSession, room: string | null): EditedFields & { edited: boolean }
}

/**
 * Computes how an edit of one session (`anchor`) applies to its series. Only fields that differ from `anchor` change. A
 * session with details that already differ from the series keeps its details and link.
 */
export function seriesEditOf(input: EditedFields, template: SeriesTemplate, anchor: SeriesSession): SeriesEdit {
  const detailsChanged = !isSame(input, anchor)
  const linkChanged = input.videoUrl !== anchor.videoUrl
  const next: SeriesTemplate = {
    ...template,
    ...(detailsChanged && editedDetailsOf(input)),
    ...(linkChanged && { videoUrl: input.videoUrl }),
  }
  if (next.format !== 'video') next.videoUrl = null
  return {
    template: next,
    applyTo(row, room) {
      const hasOwnDetails = row.id !== anchor.id && !isSame(row, template)
      const details = editedDetailsOf(detailsChanged && !hasOwnDetails ? input : row)
      const keepsRoom = row.format === 'video' && (hasOwnDetails || !linkChanged)
      const videoUrl = details.format !== 'video' ? null : keepsRoom ? row.videoUrl : room
      const edited = !isSame(details, row) || videoUrl !== row.videoUrl
      return { ...details, videoUrl, edited }
    },
  }
}
