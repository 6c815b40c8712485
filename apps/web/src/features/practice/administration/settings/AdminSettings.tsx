import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type api, orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { AdminPages } from '../AdminPages.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from '../administration.module.css'
import { PracticeSettings } from './PracticeSettings.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const MoreSettings = lazyNamed(
  () => import('./MoreSettings.tsx'),
  'MoreSettings',
  <Skeleton height={640} radius={14} />,
)

/** The product settings and the other data of the settings page. */
export type LoadedProductSettings = Awaited<ReturnType<typeof api.administration.settings>>

/** Edits the settings of the product. Each change is saved at once and confirmed beside its field. */
export function AdminSettings() {
  const { t } = useTranslation('administration')
  const read = useQuery(orpc.administration.settings.queryOptions({ input: {} }))
  return (
    <div className={classes.page}>
      <PageHeader title={t('settings.title')} facts={t('settings.subtitle')} />
      <Query of={read} pending={<Skeleton height={320} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
        {(data) => <Settings data={data} />}
      </Query>
    </div>
  )
}

function Settings({ data }: { data: LoadedProductSettings }) {
  const form = useSettingsForm(data.settings)
  return (
    <div className={classes.stack}>
      <AdminPagesSection />
      <PracticeSettings form={form} fixedUrl={data.publicUrlFromEnvironment} />
      <MoreSettings form={form} data={data} />
    </div>
  )
}

/** The list of the admin's other pages. */
function AdminPagesSection() {
  const { t } = useTranslation('administration')
  return (
    <Section title={t('settings.pages')}>
      <nav className={classes.links} aria-label={t('settings.pages')}>
        <AdminPages />
      </nav>
    </Section>
  )
}
