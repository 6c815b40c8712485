import { account } from './features/account.ts'
import { administration } from './features/administration.ts'
import { client } from './features/client.ts'
import { connection } from './features/connection.ts'
import { login } from './features/login.ts'
import { notification } from './features/notification.ts'
import { product } from './features/product.ts'
import { session } from './features/session.ts'

/** The whole API, a line per feature. Every procedure is `POST /api/<feature>/<procedure>` with JSON in and out. */
export const contract = { account, administration, client, connection, login, notification, product, session }
export type Contract = typeof contract
