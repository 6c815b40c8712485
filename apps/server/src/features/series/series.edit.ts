import type { Row, Template } from './series.queries.ts'

type Wish = { format: string; location: string; videoUrl: string | null }
type How = Pick<Row, 'format' | 'location' | 'videoUrl'>

export type Edited = {
  template: Template
  /** How and where a session takes place from now on, with a room for where one has to be made, and whether that is new. */
  of(row: Row, room: string | null): How & { edited: boolean }
}

/**
 * What an edit at one session means for the others of its series: only what was changed there is changed of them, and one that was
 * given a format or place of its own keeps it.
 */
export function editOf(wish: Wish, template: Template, anchor: Row): Edited {
  const newPlace = wish.format !== anchor.format || wish.location !== anchor.location
  const newLink = wish.videoUrl !== anchor.videoUrl
  const next: Template = {
    ...template,
    ...(newPlace && { format: wish.format, location: wish.location }),
    ...(newLink && { videoUrl: wish.videoUrl }),
  }
  if (next.format !== 'video') next.videoUrl = null
  return {
    template: next,
    of(row, room) {
      const own = row.id !== anchor.id && (row.format !== template.format || row.location !== template.location)
      const { format, location } = newPlace && !own ? wish : row
      const keepsRoom = row.format === 'video' && (own || !newLink)
      const videoUrl = format !== 'video' ? null : keepsRoom ? row.videoUrl : room
      const edited = format !== row.format || location !== row.location || videoUrl !== row.videoUrl
      return { format, location, videoUrl, edited }
    },
  }
}
