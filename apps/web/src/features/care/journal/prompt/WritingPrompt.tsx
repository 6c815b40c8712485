import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { partOfDay, type PartOfDay } from '../../../../platform/part-of-day.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import classes from '../entry/entry.module.css'
import { useWritingPrompts } from './use-writing-prompts.ts'

/** The numbers of the prompts for each part of the day. The morning has no prompts about the past day. */
const promptsFor: Record<PartOfDay, readonly number[]> = {
  morning: [5, 8, 10, 13, 14, 15],
  day: [1, 2, 3, 5, 6, 8, 9, 10],
  evening: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}

/**
 * Shows a writing prompt that fits the time of day above an empty entry. The client can use the prompt, get another
 * one, or turn prompts off.
 */
export function WritingPrompt({ onUse }: { onUse: (question: string) => void }) {
  const { t } = useTranslation('journalPrompts')
  const prompts = useWritingPrompts()
  const { zone } = useLocale()
  const [fitting] = useState(() => promptsFor[partOfDay(new Date(), zone)])
  const [at, setAt] = useState(() => Math.floor(Math.random() * fitting.length))
  if (!prompts.on) return null
  const question = t(`questions.${String(fitting[at])}` as 'questions.1')
  return (
    <div className={classes.prompt}>
      <IconBulb size={18} stroke={1.6} aria-hidden />
      <p>{question}</p>
      <div className={classes.promptActs}>
        <Button variant="subtle" size="compact-sm" onClick={() => onUse(question)}>
          {t('use')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => setAt((at + 1) % fitting.length)}>
          {t('another')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => prompts.turn(false)}>
          {t('off')}
        </Button>
      </div>
    </div>
  )
}
