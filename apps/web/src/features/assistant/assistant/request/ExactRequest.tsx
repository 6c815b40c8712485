import type { AssistantPreview } from '@attune/contract/features/assistant/assistant/assistant'
import { useTranslation } from 'react-i18next'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import classes from '../assistant.module.css'
import { scrollable } from '../answer/scrollable.ts'

type Props = { preview: AssistantPreview; isCurrent: boolean }

export function ExactRequest({ preview: { body, sha256 }, isCurrent }: Props) {
  const { t } = useTranslation('assistantPreview')
  return (
    <details className={classes.details}>
      <summary>{t('exact.title')}</summary>
      <p className={classes.quiet}>{t('exact.text')}</p>
      <p className={classes.hash}>
        SHA-256: <code>{isCurrent ? sha256 : t('exact.pending')}</code>
      </p>
      <pre {...scrollable} className={classes.body} aria-label={t('exact.title')} data-old={!isCurrent || undefined}>
        {body}
      </pre>
      <CopyTextButton value={body} size="compact-sm">
        {t('exact.copy')}
      </CopyTextButton>
    </details>
  )
}
