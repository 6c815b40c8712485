// Starts a server in a process of its own that calls doubles of external services.
import { startApp } from './start-app.ts'

const app = await startApp(process.env)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
console.log(`Attune is running at ${app.address}`)
