import type { AssistantClient } from './assistant/endpoint.ts'
import type { Auth } from './auth/auth.ts'
import type { ResponseIntervals } from './auth/limit/response-intervals.ts'
import type { Texts } from './channels/texts.ts'
import type { Clock } from './clock.ts'
import type { GoogleClient, GoogleOrigins } from './config/google-calendar.ts'
import type { Config } from './config/config.ts'
import type { Db } from './database/actor.ts'
import type { Avatars } from './files/avatars.ts'
import type { FileStore } from './files/file-store.ts'
import type { Site } from './http/site/site.ts'
import type { Jobs } from './jobs/job-worker.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { NativePush } from './native-push/native-push.ts'
import type { RequestLimits } from './policy/request-limits.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { ExportStore } from './personal-export/export-store.ts'
import type { DeletionKinds } from './erasures/deletion-kinds.ts'
import type { ExportContribution } from './personal-export/exported-part.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { ProviderKeys } from './provider-keys/provider-keys.ts'
import type { ChangeListeners } from './realtime/change-listeners.ts'
import type { NodeMessages } from './realtime/node-messages.ts'
import type { Sockets } from './realtime/sockets.ts'
import type { VideoRelay } from './relay/video-relay.ts'
import type { Secrets } from './secrets/secrets.ts'

/**
 * The parts of the platform, each opened once when the server starts. A function takes only the parts that it uses, for example
 * `Pick<AppContext, 'db' | 'clock'>`.
 */
export type AppContext = {
  config: Config
  secrets: Secrets
  log: Log
  metrics: Metrics
  clock: Clock
  db: Db
  auth: Auth
  requestLimits: RequestLimits
  site: Site
  mailer: Mailer
  jobs: Jobs
  sockets: Sockets
  changes: ChangeListeners
  nodeMessages: NodeMessages
  avatars: Avatars
  fileStore: FileStore
  exportStore: ExportStore
  /** The contributions of all features to the exports of people's own data, in the order of the list of features. */
  exportContributions: readonly ExportContribution[]
  /** The kinds of data of all features that the deletion of an account erases or keeps. */
  deletionKinds: readonly DeletionKinds[]
  outbound: Outbound
  nativePush: NativePush
  /** Sends requests to calendar servers. Also allows the servers in the local network that the environment lists. */
  calendarOutbound: Outbound
  /**
   * The connection to Google, through which therapists connect their Google calendars. `client` is null if the host has registered no OAuth client.
   */
  google: { client: GoogleClient | null; origins: GoogleOrigins }
  providerKeys: ProviderKeys
  texts: Texts
  assistant: AssistantClient
  payments: PaymentProvider
  videoRelay: VideoRelay
  /** Whether an origin belongs to a push service that the admin allows. */
  isPushOrigin: (origin: string) => boolean
  responseIntervals: ResponseIntervals
}
