import { Button } from '@mantine/core'
import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/Hint.tsx'
import classes from './note.module.css'
import { headings, templateNames, templates, type Template } from './templates.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  onInsert: (text: string, caret: number) => void
}

/** Inserts the headings of a note template at the cursor. Ctrl+Z removes them. */
export function TemplateBar({ field, onInsert }: Props) {
  const { t } = useTranslation('note')
  const [announcement, setAnnouncement] = useState('')
  const insert = (name: Template) => {
    const area = field.current
    if (!area) return
    const words = templates[name].map((word) => t(`template.${name}.${word}`))
    const { insert: text, caret } = headings(
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
      {templateNames.map((name) => (
        <Hint key={name} text={t(`template.${name}.hint`)}>
          <Button variant="subtle" size="compact-sm" onClick={() => insert(name)}>
            {t(`template.${name}.name`)}
          </Button>
        </Hint>
      ))}
      <span role="status" className={classes.said}>
        {announcement}
      </span>
    </div>
  )
}
