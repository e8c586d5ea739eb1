/**
 * Checks all windows of one company and charges all of them if every one allows the calls, on the clock of Redis.
 *
 * KEYS[1]: a hash with `<name>:used` and `<name>:ends` (milliseconds of the epoch) for each budget. What else another program has stored
 * there is replaced.
 * ARGV: name, limit, length in milliseconds and number of calls to count of each budget that applies.
 * Returns 1 or 0 for allowed, then calls used and milliseconds left of each budget.
 */
export const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fields = {}
for i = 1, #ARGV, 4 do
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
for i = 1, #ARGV, 4 do
  local limit, length, count = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  local place = #windows * 2
  local window = { count = count, used = tonumber(stored[place + 1] or 0) or 0, ends = tonumber(stored[place + 2] or 0) or 0 }
  local left = window.ends - now
  if left <= 0 or left > length then
    window.used = 0
    window.ends = now + length
  end
  if window.used + count > limit then
    allowed = 0
  end
  windows[#windows + 1] = window
end

local result = { allowed }
local changed = {}
for place, window in ipairs(windows) do
  window.used = window.used + allowed * window.count
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
