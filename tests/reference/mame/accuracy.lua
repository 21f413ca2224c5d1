-- Write the RAM of a Vectrex to a file when an accuracy cartridge is done, or after some seconds.
--
-- In the environment: VECX_OUT, the file; VECX_SECONDS, the most seconds of the emulated machine.

local space = manager.machine.devices[":maincpu"].spaces["program"]
local RESULT, DONE = 0xC880, 0x44
local seconds = tonumber(os.getenv("VECX_SECONDS"))

local function finish()
    local bytes = {}
    for addr = 0xC880, 0xC9BF do
        bytes[#bytes + 1] = string.format("%02x", space:read_u8(addr))
    end
    local out = io.open(os.getenv("VECX_OUT"), "w")
    out:write(table.concat(bytes), "\n")
    out:close()
    manager.machine:exit()
end

local ended = false
emu.register_frame_done(function()
    if ended then return end
    local done = space:read_u8(RESULT) == 0x56 and space:read_u8(RESULT + 1) == 0x58
        and space:read_u8(RESULT + 5) == DONE
    if done or manager.machine.time.seconds >= seconds then
        ended = true
        finish()
    end
end)
