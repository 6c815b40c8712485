import type { SeriesSession, SeriesTemplate } from './series.queries.ts'

type EditInput = { format: string; location: string; videoUrl: string | null }
type SessionFormat = Pick<SeriesSession, 'format' | 'location' | 'videoUrl'>

export type SeriesEdit = {
  template: SeriesTemplate
  /**
   * Returns the format, location and link of a session after the edit, and whether they changed. Uses `room` as the
   * link if the session needs a new one.
   */
  applyTo(row: SeriesSession, room: string | null): SessionFormat & { edited: boolean }
}

/**
 * Computes how an edit of one session applies to its series. Only the edited fields change. A session whose format or
 * location already differs from the series keeps its format, location and link.
 */
export function seriesEditOf(input: EditInput, template: SeriesTemplate, anchor: SeriesSession): SeriesEdit {
  const placeChanged = input.format !== anchor.format || input.location !== anchor.location
  const linkChanged = input.videoUrl !== anchor.videoUrl
  const next: SeriesTemplate = {
    ...template,
    ...(placeChanged && { format: input.format, location: input.location }),
    ...(linkChanged && { videoUrl: input.videoUrl }),
  }
  if (next.format !== 'video') next.videoUrl = null
  return {
    template: next,
    applyTo(row, room) {
      const hasOwnPlace = row.id !== anchor.id && (row.format !== template.format || row.location !== template.location)
      const { format, location } = placeChanged && !hasOwnPlace ? input : row
      const keepsRoom = row.format === 'video' && (hasOwnPlace || !linkChanged)
      const videoUrl = format !== 'video' ? null : keepsRoom ? row.videoUrl : room
      const edited = format !== row.format || location !== row.location || videoUrl !== row.videoUrl
      return { format, location, videoUrl, edited }
    },
  }
}
