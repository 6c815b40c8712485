import type { AssistantPreview } from '@attune/contract/features/assistant/assistant/assistant'
import { staysByDesign } from '@attune/contract/features/assistant/assistant/assistant.rules'
import { useTranslation } from 'react-i18next'
import classes from '../assistant.module.css'

/** Lists the words that the placeholders hide, and the kinds of data that they deliberately do not hide. */
export function HiddenTerms({ hidden }: Pick<AssistantPreview, 'hidden'>) {
  const { t } = useTranslation('assistantPreview')
  return (
    <>
      {hidden.length > 0 && (
        <details className={classes.details}>
          <summary>{t('hidden.title', { count: hidden.length })}</summary>
          <ul className={classes.points}>
            {hidden.map(({ placeholder, kind }) => (
              <li key={placeholder}>
                <code className={classes.placeholder}>{placeholder}</code> {t(`hidden.kind.${kind}`)}
              </li>
            ))}
          </ul>
          <p className={classes.quiet}>{t('hidden.back')}</p>
        </details>
      )}
      <details className={classes.details}>
        <summary>{t('stays.title')}</summary>
        <ul className={classes.points}>
          {staysByDesign.map((key) => (
            <li key={key}>{t(`stays.${key}`)}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
