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

/** Puts the headings of a way to write notes where the cursor stands; Ctrl+Z takes them back. */
export function TemplateBar({ field, onInsert }: Props) {
  const { t } = useTranslation('note')
  const [said, setSaid] = useState('')
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
    setSaid(t('template.done', { name: t(`template.${name}.name`) }))
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
        {said}
      </span>
    </div>
  )
}
