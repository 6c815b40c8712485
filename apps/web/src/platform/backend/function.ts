import { api } from '../api/api.ts'

type AdminNotification = Parameters<typeof api.administration.sendAdminNotification>[0]

const functions = {
  'send-admin-notification': (body: AdminNotification) => api.administration.sendAdminNotification(body),
} as const

/** Calls a server function by name: `invoke('send-admin-notification', body)` [7.07]. */
export const backendFunctions = {
  invoke: <Name extends keyof typeof functions>(name: Name, body: Parameters<(typeof functions)[Name]>[0]) =>
    functions[name](body),
}
