import { Button } from '@mantine/core'
import { IconCopyPlus, IconHistory, IconLayoutColumns } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../note.module.css'
import { NoteTemplateBar } from '../templates/NoteTemplateBar.tsx'
import { templateBlocks } from '../templates/templates.ts'
import type { NoteEditing } from './use-note-editor.ts'
import type { PreviousNoteState } from './use-previous-note.ts'

type Props = { editing: NoteEditing; previous: PreviousNoteState; onHistory: () => void }

/** The tools above the field: templates, the previous note, and earlier versions. */
export function NoteTools({ editing, previous, onHistory }: Props) {
  const { t } = useTranslation('note')
  const plain = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const
  return (
    <div className={classes.tools}>
      <NoteTemplateBar onInsert={(headings) => editing.insert(templateBlocks(headings), 'cursor')} />
      <div className={classes.templates}>
        <Button
          {...plain}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
          loading={previous.isCarrying}
          onClick={() => void previous.carry()}
        >
          {t('previous.carry')}
        </Button>
        {previous.isWide && (
          <Button
            {...plain}
            leftSection={<IconLayoutColumns size={16} aria-hidden />}
            aria-pressed={previous.shown}
            onClick={previous.toggle}
          >
            {t('previous.show')}
          </Button>
        )}
        <Button {...plain} leftSection={<IconHistory size={16} aria-hidden />} onClick={onHistory}>
          {t('history.open')}
        </Button>
      </div>
    </div>
  )
}
