import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconLoader2, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from '../administration.module.css'
import { shownFigures } from '../dashboard/figure-text.ts'
import { VideoFigures } from './VideoFigures.tsx'
import { useVideoTest } from './use-video-test.ts'
import { excludedBy, hasPassed, type PathResult, type PathResults, type VideoPath, videoPaths } from './video-paths.ts'

const badges = {
  works: [IconCircleCheck, 'success'],
  fails: [IconCircleX, 'danger'],
  absent: [IconMinus, 'quiet'],
  testing: [IconLoader2, 'quiet'],
} as const

/** Tests from the admin's browser which connection paths work for video calls, and lists the people who cannot join a call. */
export function VideoSettings() {
  const { t } = useTranslation(['videoTest', 'adminDashboard'])
  const { language } = useLocale()
  const { test, results } = useVideoTest()
  return (
    <Section title={t('title')} hint={t('hint')} rows>
      <CardRow>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('run')}
        </Button>
      </CardRow>
      <div role="status">
        {(test.isPending || test.isSuccess) &&
          videoPaths.map((path) => <PathRow key={path} path={path} result={results[path] ?? 'testing'} />)}
        {test.isError && (
          <CardRow>
            <Callout kind="danger">{t('failed')}</Callout>
          </CardRow>
        )}
        {test.isSuccess && (
          <Outcome results={results as PathResults}>
            {t(
              `adminDashboard:health.means.${test.data.health.reason}`,
              shownFigures(test.data.health.figures, language),
            )}
          </Outcome>
        )}
      </div>
      <VideoFigures isStored={!test.data?.isNotStored} />
    </Section>
  )
}

function PathRow({ path, result }: { path: VideoPath; result: PathResult | 'testing' }) {
  const { t } = useTranslation('videoTest')
  const [icon, tone] = badges[result]
  return (
    <CardRow>
      <div className={classes.texts}>
        <div className={classes.healthHead}>
          <h3 className={classes.healthName}>{t(`paths.${path}`)}</h3>
          <StatusBadge icon={icon} tone={tone}>
            {t(`results.${result}`)}
          </StatusBadge>
        </div>
        <p className={classes.healthText}>{t(`means.${path}`)}</p>
      </div>
    </CardRow>
  )
}

/**
 * Lists the people who cannot join with these results. If the browser does not reach the relay, also shows the state of the relay as the server sees
 * it.
 */
function Outcome({ results, children }: { results: PathResults; children: string }) {
  const { t } = useTranslation('videoTest')
  const excluded = excludedBy(results)
  const isReady = excluded.length === 0 && results.direct === 'works'
  return (
    <CardRow>
      <Callout
        kind={isReady ? 'calm' : hasPassed(results) ? 'info' : 'warning'}
        title={t(isReady ? 'allJoin' : 'someCannot')}
      >
        {results.direct !== 'works' && <p className={classes.healthText}>{t('noDirect')}</p>}
        {excluded.length > 0 && (
          <ul>
            {excluded.map((who) => (
              <li key={who}>{t(`excluded.${who}`)}</li>
            ))}
          </ul>
        )}
        {excluded.includes('groups') && <p className={classes.healthText}>{children}</p>}
        <p className={classes.healthText}>{t('otherNetwork')}</p>
      </Callout>
    </CardRow>
  )
}
