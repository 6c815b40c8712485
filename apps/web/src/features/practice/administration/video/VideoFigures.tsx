import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { CardRow } from '../../../../ui/page/Section.tsx'
import classes from '../administration.module.css'

/** Shows the day on which the test passed, and the number and minutes of the calls. `isStored` is false if a passed test could not be stored. */
export function VideoFigures({ isStored }: { isStored: boolean }) {
  const { t } = useTranslation('videoTest')
  const locale = useLocale()
  const { data } = useQuery(orpc.administration.videoCalls.queryOptions({ input: {} }))
  if (!data) return null
  const { calls, minutes, passed } = data
  const day = passed ? dateText(localDay(passed.at, locale), locale.language) : ''
  return (
    <>
      <CardRow>
        <p className={classes.healthText}>
          {passed
            ? t(passed.by ? 'passedBy' : 'passed', { day, name: passed.by })
            : t(isStored ? 'notPassed' : 'notStored')}
        </p>
      </CardRow>
      <CardRow>
        <div className={classes.texts}>
          <h3 className={classes.healthName}>{t('usage')}</h3>
          <MetaList size={14}>
            {t('calls', { count: calls })}
            {t('minutes', { count: minutes })}
          </MetaList>
          <p className={classes.healthText}>{t('never')}</p>
        </div>
      </CardRow>
    </>
  )
}
