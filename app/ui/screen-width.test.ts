import { expect, test } from 'vitest'
import { serverScreenWidth } from './screen-width.ts'

test('K13: the server renders for 1024 px', () => expect(serverScreenWidth).toBe(1024))
