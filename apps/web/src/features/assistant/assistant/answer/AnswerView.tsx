import type { ClientId } from '@attune/contract/common/ids'
import type { AssistantAnswer } from '@attune/contract/features/assistant/assistant/assistant'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { answerParts } from './parts.ts'
import classes from '../assistant.module.css'
import { SentencePlaces } from './SentencePlaces.tsx'
import { SideBySide } from './SideBySide.tsx'
import { useSourceTexts } from './use-source-texts.ts'

type Props = {
  clientId: ClientId | null
  text: string
  sentences: AssistantAnswer['sentences']
  keywords: string
  /** The text before it was rewritten. */
  before: string
}

/** A complete answer as plain text: each sentence next to the words of its source, or the old next to the new text. */
export function AnswerView({ clientId, text, sentences, keywords, before }: Props) {
  const { t } = useTranslation('assistant')
  const texts = useSourceTexts(clientId, sentences ?? [])
  if (sentences === null) return <SideBySide before={before} after={text} />
  const missing = sentences.filter(({ places }) => places.length === 0).length
  return (
    // This is not a region, because a conversation has several answers and regions would need different names.
    <div role="group" aria-label={t('answer.title')} className={classes.answer}>
      <div role="status">
        <StatusBadge
          icon={missing > 0 ? IconAlertTriangle : IconCircleCheck}
          tone={missing > 0 ? 'warning' : 'success'}
        >
          {missing > 0 ? t('answer.notFoundCount', { count: missing }) : t('answer.allFound')}
        </StatusBadge>
      </div>
      <p className={classes.quiet}>{t('answer.canBeWrong')}</p>
      <ol className={classes.sentences}>
        {answerParts(text, sentences).map(({ from, text: part, places }) =>
          places === null ? (
            <li key={from} className={classes.heading}>
              {part}
            </li>
          ) : (
            <li key={from} className={classes.sentence} data-missing={places.length === 0 || undefined}>
              <div className={classes.plain}>{part}</div>
              <SentencePlaces places={places} keywords={keywords} texts={texts} />
            </li>
          ),
        )}
      </ol>
    </div>
  )
}
