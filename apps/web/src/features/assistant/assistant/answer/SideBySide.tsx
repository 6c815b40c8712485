import { useTranslation } from 'react-i18next'
import classes from '../assistant.module.css'

/** Shows the old text beside the new one. Shows only the new one if `before` is empty. */
export function SideBySide({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('assistant')
  return (
    <>
      <div className={classes.sides} data-single={before === '' || undefined}>
        {before !== '' && (
          <section className={classes.box} aria-label={t('answer.before')}>
            <h3>{t('answer.before')}</h3>
            <div className={classes.plain}>{before}</div>
          </section>
        )}
        <section className={classes.box} aria-label={t('answer.after')}>
          <h3>{t('answer.after')}</h3>
          <div className={classes.plain}>{after}</div>
        </section>
      </div>
      <p className={classes.quiet}>{t('answer.canBeWrong')}</p>
    </>
  )
}
