import { Button } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './entry.module.css'
import { useWritingPrompts } from './use-writing-prompts.ts'

const count = 12

/** A writing prompt for an empty entry. The client can use it, ask for another one, or turn prompts off. */
export function WritingPrompt({ onUse }: { onUse: (question: string) => void }) {
  const { t } = useTranslation('journalPrompts')
  const prompts = useWritingPrompts()
  const [at, setAt] = useState(() => Math.floor(Math.random() * count))
  if (!prompts.on) return null
  const question = t(`questions.${String(at + 1)}` as 'questions.1')
  return (
    <div className={classes.prompt}>
      <IconBulb size={18} stroke={1.6} aria-hidden />
      <p>{question}</p>
      <div className={classes.promptActs}>
        <Button variant="subtle" size="compact-sm" onClick={() => onUse(question)}>
          {t('use')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => setAt((at + 1) % count)}>
          {t('another')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => prompts.turn(false)}>
          {t('off')}
        </Button>
      </div>
    </div>
  )
}
