import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { diffNotes } from './diff.ts'
import { plainNoteText, storedNoteString } from '../note-text.ts'
import { inputOfPart, type PartOfNote } from '../session-note/note-part.ts'
import { StyledText } from './StyledText.tsx'
import { WrittenNote } from '../WrittenNote.tsx'
import classes from '../note.module.css'

/** `now` and the text that `onRestore` receives are notes in the string format of `note-text`. */
type Props = { part: PartOfNote; now: string; onRestore: (note: string) => void; onClose: () => void }

/**
 * Shows the earlier versions of a note, in full or compared with the current text. The therapist can restore each
 * version into the editor.
 */
export function NoteHistoryDialog({ part, now, onRestore, onClose }: Props) {
  const { t } = useTranslation('note')
  const phone = usePhone()
  const read = useQuery({
    ...orpc.note.history.queryOptions({ input: inputOfPart(part) }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const [chosen, setChosen] = useState(0)
  const [view, setView] = useState<'text' | 'changes'>('changes')
  const items = (read.data?.items ?? []).map((item) => ({ at: item.at, note: storedNoteString(item) }))
  const one = items[chosen]
  return (
    <Dialog onClose={onClose} title={t('history.title')} size={860} fullScreen={phone}>
      <Stack gap="md">
        {read.isPending && <RowSkeletons rows={3} avatar={false} />}
        {read.isError && <Query of={read} alsoStale failed={t('loadFailed')} again={t('again')} />}
        {read.data && !one && <p className={classes.hint}>{t('history.empty')}</p>}
        {one && (
          <div className={classes.history}>
            <VersionList items={items} chosen={chosen} onChoose={setChosen} />
            <div className={classes.chosen}>
              <SegmentedControl
                aria-label={t('history.view')}
                value={view}
                onChange={setView}
                data={(['changes', 'text'] as const).map((value) => ({ value, label: t(`history.${value}`) }))}
              />
              <div className={classes.body}>
                {view === 'text' ? <WrittenNote note={one.note} /> : <Changes from={one.note} to={now} />}
              </div>
            </div>
          </div>
        )}
        {one && (
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              {t('history.back')}
            </Button>
            <Button disabled={one.note === now} onClick={() => onRestore(one.note)}>
              {t('history.restore')}
            </Button>
          </DialogFoot>
        )}
      </Stack>
    </Dialog>
  )
}

type ListProps = { items: readonly { at: string; note: string }[]; chosen: number; onChoose: (place: number) => void }

function VersionList({ items, chosen, onChoose }: ListProps) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  return (
    <ol className={classes.versions} aria-label={t('history.title')}>
      {items.map((item, place) => (
        <li key={item.at}>
          <button
            type="button"
            className={classes.version}
            aria-pressed={place === chosen}
            onClick={() => onChoose(place)}
          >
            <time dateTime={item.at}>{momentText(item.at, locale)}</time>
            <span>{excerpt(plainNoteText(item.note))}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const excerpt = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 60)

/** Shows the changes since an earlier version: deletions struck through, additions marked. */
function Changes({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('note')
  if (from === to) return t('history.same')
  return diffNotes(from, to).map((piece, place) => {
    const text = <StyledText {...piece} />
    if (piece.in === 'both') return <span key={place}>{text}</span>
    // Omits deleted empty lines, because they would only add space between the remaining lines.
    if (piece.in === 'first' && piece.text.trim() === '') return null
    return piece.in === 'first' ? <del key={place}>{text}</del> : <ins key={place}>{text}</ins>
  })
}
