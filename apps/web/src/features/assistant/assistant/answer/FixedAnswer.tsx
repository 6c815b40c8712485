import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'

/** The product's own answer to a question about a diagnosis or a risk. Nothing was sent. */
export function FixedAnswer({ question }: { question: 'diagnosis' | 'risk' }) {
  const { t } = useTranslation('assistant')
  return (
    <Callout kind="warning" title={t(`fixed.${question}.title`)} urgent>
      <p>{t(`fixed.${question}.text`)}</p>
      <p>{t(`fixed.${question}.instead`)}</p>
    </Callout>
  )
}
