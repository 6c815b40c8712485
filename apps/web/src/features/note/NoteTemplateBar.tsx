import { Button } from '@mantine/core'
import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { HintTooltip } from '../../ui/page/HintTooltip.tsx'
import classes from './note.module.css'
import { templateHeadings, noteTemplateNames, noteTemplates, type NoteTemplate } from './note-templates.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  onInsert: (text: string, caret: number) => void
}

/**
 * Shows a button for each note template. A click inserts the template's headings at the cursor. The browser's undo
 * removes the inserted headings.
 */
export function NoteTemplateBar({ field, onInsert }: Props) {
  const { t } = useTranslation('note')
  const [announcement, setAnnouncement] = useState('')
  const insert = (name: NoteTemplate) => {
    const area = field.current
    if (!area) return
    const words = noteTemplates[name].map((word) => t(`template.${name}.${word}`))
    const { insert: text, caret } = templateHeadings(
      words,
      area.value.slice(0, area.selectionStart),
      area.value.slice(area.selectionEnd),
    )
    onInsert(text, caret)
    setAnnouncement(t('template.done', { name: t(`template.${name}.name`) }))
  }
  return (
    <div className={classes.templates} role="group" aria-label={t('template.label')}>
      <span className={classes.hint} aria-hidden>
        {t('template.short')}
      </span>
      {noteTemplateNames.map((name) => (
        <HintTooltip key={name} text={t(`template.${name}.hint`)}>
          <Button variant="subtle" size="compact-sm" onClick={() => insert(name)}>
            {t(`template.${name}.name`)}
          </Button>
        </HintTooltip>
      ))}
      <span role="status" className={classes.said}>
        {announcement}
      </span>
    </div>
  )
}
