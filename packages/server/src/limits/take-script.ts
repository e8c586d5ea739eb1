/**
 * Checks all windows of one company and charges all of them if every one allows the call, on the clock of Redis.
 *
 * KEYS[1]: a hash with `<name>:used` and `<name>:ends` (milliseconds of the epoch) for each budget. What else another program has stored
 * there is replaced.
 * ARGV: name, limit and length in milliseconds of each budget that applies.
 * Returns 1 or 0 for allowed, then calls used and milliseconds left of each budget.
 */
export const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fields = {}
for i = 1, #ARGV, 3 do
  fields[#fields + 1] = ARGV[i] .. ':used'
  fields[#fields + 1] = ARGV[i] .. ':ends'
end
local stored = redis.pcall('HMGET', KEYS[1], unpack(fields))
if stored.err then
  redis.call('DEL', KEYS[1])
  stored = redis.call('HMGET', KEYS[1], unpack(fields))
end

local allowed = 1
local windows = {}
for i = 1, #ARGV, 3 do
  local limit, length = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local place = #windows * 2
  local window = { used = tonumber(stored[place + 1] or 0) or 0, ends = tonumber(stored[place + 2] or 0) or 0 }
  local left = window.ends - now
  if left <= 0 or left > length then
    window.used = 0
    window.ends = now + length
  end
  if window.used >= limit then
    allowed = 0
  end
  windows[#windows + 1] = window
end

local result = { allowed }
local changed = {}
for place, window in ipairs(windows) do
  window.used = window.used + allowed
  changed[place * 4 - 3] = fields[place * 2 - 1]
  changed[place * 4 - 2] = window.used
  changed[place * 4 - 1] = fields[place * 2]
  changed[place * 4] = string.format('%.0f', window.ends)
  result[#result + 1] = window.used
  result[#result + 1] = window.ends - now
end
if allowed == 1 then
  redis.call('HSET', KEYS[1], unpack(changed))
  redis.call('PEXPIRE', KEYS[1], 3600000)
end
return result
`;
