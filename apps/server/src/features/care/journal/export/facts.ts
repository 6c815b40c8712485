import { entriesOf, leftOut, type FieldList } from '@attune/contract/common/fields'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { formatDateTimeInZone, translate } from '../../../../platform/text/translations.ts'
import type { ExportedEntry, ExportReader } from './entries.ts'

/**
 * Returns a field as text, or an empty text if the entry has no value. `escape` makes the author's words safe for the
 * format.
 */
type Fact = (entry: ExportedEntry, reader: ExportReader, escape: (text: string) => string) => string

const afterFacts = leftOut('the export shows it after the facts')
const notWriting = leftOut('the export contains what was written, not who can read it')

/** The facts below the title of an exported entry, in order. `leftOut` states the reason why a field is not one of them. */
const facts: FieldList<keyof JournalEntryDetail, Fact> = {
  id: leftOut('the name of a Markdown file has the beginning of the id'),
  title: leftOut('the title is the heading'),
  writtenAt: (entry, reader) => entryDate(entry, reader),
  mood: ({ mood }, { language }) => (mood ? translate(language, 'journal.mood', { mood: String(mood) }) : ''),
  tags: ({ tags }, { language }, escape) =>
    tags.length ? `${translate(language, 'journal.tags')}: ${escape(tags.join(', '))}` : '',
  content: afterFacts,
  files: afterFacts,
  replies: afterFacts,
  shares: notWriting,
  looks: notWriting,
  published: notWriting,
  updatedAt: leftOut('the date is the one that the author chose'),
  binnedAt: leftOut('entries in the trash are not exported'),
  version: leftOut('only a save needs the version'),
}

/**
 * Formats the date that the author chose, in the language and the zone of the reader. The date is the heading of an
 * entry without a title.
 */
export const entryDate = ({ writtenAt }: ExportedEntry, { language, zone }: ExportReader): string =>
  formatDateTimeInZone(writtenAt, language, zone)

type Options = { escape?: (text: string) => string; without?: keyof JournalEntryDetail }

/**
 * Returns the facts of an entry, such as its date and its mood, in one line. Omits the field `without`, because the
 * heading already shows it.
 */
export const entryFacts = (
  entry: ExportedEntry,
  reader: ExportReader,
  { escape = (text) => text, without }: Options = {},
): string =>
  entriesOf(facts)
    .map(([field, fact]) => (field === without ? '' : fact(entry, reader, escape)))
    .filter(Boolean)
    .join(' · ')

/**
 * Returns the name of a file in the export. A voice note is an audio file with a duration. Its stored name is in the language of the browser that
 * recorded it, so the export uses its time in the reader's language instead.
 */
export const exportedFileName = (
  { name, kind, seconds, createdAt }: ExportedEntry['files'][number],
  reader: ExportReader,
) =>
  kind === 'audio' && seconds !== null
    ? translate(reader.language, 'journal.voiceNote', {
        when: formatDateTimeInZone(createdAt, reader.language, reader.zone),
      })
    : name
