import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../administration.module.css'
import { bytesText, countText } from './figure-text.ts'

/** Shows the current number of objects per type and their storage. Contains no names. */
export function SystemUsage() {
  const { t } = useTranslation(['adminDashboard', 'administration'])
  const locale = useLocale()
  const read = useQuery(orpc.administration.usage.queryOptions({ input: {} }))
  const { language } = locale
  return (
    <Section
      title={t('usage.title')}
      hint={read.data && t('usage.at', { when: momentInSentence(read.data.at, locale) })}
    >
      <Query
        of={read}
        pending={<RowSkeletons rows={4} avatar={false} />}
        failed={t('usage.loadFailed')}
        again={t('administration:again')}
      >
        {({ counts, storage }) => (
          <div className={classes.usage}>
            <div>
              <h3 className={classes.healthName}>{t('usage.countsTitle')}</h3>
              <Figures of={counts.map(({ type, count }) => [t(`usage.counts.${type}`), countText(count, language)])} />
            </div>
            <div>
              <h3 className={classes.healthName}>{t('usage.storageTitle')}</h3>
              <Figures
                of={storage.map(({ type, count, bytes }) => {
                  const size = bytesText(bytes, language)
                  const counted = count === null ? null : countText(count, language)
                  return [
                    t(`usage.storage.${type}`),
                    counted === null ? size : t('usage.size', { count: counted, size }),
                  ]
                })}
              />
              <p className={classes.quiet}>{t('usage.documentsHint')}</p>
            </div>
          </div>
        )}
      </Query>
    </Section>
  )
}

/** A list of names with figures; the figures are aligned in one column. */
function Figures({ of }: { of: readonly (readonly [name: string, figure: string])[] }) {
  return (
    <dl className={classes.figures}>
      {of.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
