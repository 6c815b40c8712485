import { ActionIcon, Button } from '@mantine/core'
import { IconCopyPlus, IconHistory, IconLayoutColumns } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HintTooltip } from '../../../../ui/page/menu/HintTooltip.tsx'
import classes from '../note.module.css'
import { NoteTemplateBar } from '../templates/NoteTemplateBar.tsx'
import { templateBlocks } from '../templates/templates.ts'
import type { NoteEditing } from './use-note-editor.ts'
import type { PreviousNoteState } from './use-previous-note.ts'

type Props = {
  editing: NoteEditing
  previous: PreviousNoteState
  /** Whether the tools are on one short line, because the page shows them for each of several parts. */
  isCompact: boolean
  onHistory: () => void
}

/** The tools above the field: templates, the previous note, and earlier versions. */
export function NoteTools({ editing, previous, isCompact, onHistory }: Props) {
  const { t } = useTranslation('note')
  return (
    <div className={classes.tools} data-compact={isCompact || undefined}>
      <NoteTemplateBar
        isTitleShown={!isCompact}
        onInsert={(headings) => editing.insert(templateBlocks(headings), 'cursor')}
      />
      <div className={classes.templates}>
        <Tool
          {...{ isCompact }}
          icon={IconCopyPlus}
          label={t('previous.carry')}
          loading={previous.isCarrying}
          onClick={() => void previous.carry()}
        />
        {previous.isWide && (
          <Tool
            {...{ isCompact }}
            icon={IconLayoutColumns}
            label={t('previous.show')}
            isPressed={previous.shown}
            onClick={previous.toggle}
          />
        )}
        <Tool {...{ isCompact }} icon={IconHistory} label={t('history.open')} onClick={onHistory} />
      </div>
    </div>
  )
}

type ToolProps = {
  icon: typeof IconHistory
  label: string
  isCompact: boolean
  loading?: boolean
  isPressed?: boolean
  onClick: () => void
}

/** A tool with its name, or as an icon whose name is in a tooltip. */
function Tool({ icon: Icon, label, isCompact, loading = false, isPressed, onClick }: ToolProps) {
  const shared = { variant: 'subtle', color: 'gray', loading, onClick } as const
  if (!isCompact)
    return (
      <Button {...shared} size="compact-sm" leftSection={<Icon size={16} aria-hidden />} aria-pressed={isPressed}>
        {label}
      </Button>
    )
  return (
    <HintTooltip text={label}>
      <ActionIcon {...shared} size={32} aria-label={label} aria-pressed={isPressed}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </HintTooltip>
  )
}
