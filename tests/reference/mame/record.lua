-- Record what a Vectrex program writes to its VIA, while a script works the controllers.
--
-- In the environment: VECX_EVENTS, a file of lines `frame field value`, by frame, the field `look`
-- for a photograph of the screen; VECX_OUT, a file for lines `w cycle register value`,
-- `i frame buttons x1 y1 x2 y2` where a program looks at controllers that have changed, `r` and RAM
-- at power-on in hex.
--
-- A frame begins with a write of T2's high byte; cycles are of the CPU, from power-on.

local machine = manager.machine
local cpu = machine.devices[":maincpu"]
local space = cpu.spaces["program"]
local ports = machine.ioport.ports
local fields = {
    x1 = ports[":CONTR1X"].fields["AD Stick X"], y1 = ports[":CONTR1Y"].fields["AD Stick Y"],
    x2 = ports[":CONTR2X"].fields["AD Stick X 2"], y2 = ports[":CONTR2Y"].fields["AD Stick Y 2"],
}
for player = 1, 2 do
    for button = 1, 4 do    -- b13: button 3 of player 1
        fields["b" .. player .. button] =
            ports[":BUTTONS"].fields["P" .. player .. " Button " .. button]
    end
end
local pots = { ":CONTR1X", ":CONTR1Y", ":CONTR2X", ":CONTR2Y" }
local T2_HIGH, PORT_A = 9, 1

-- Where the ROM reads the buttons, where the sticks (roms/input.asm). Elsewhere, in the code of the
-- sticks too, a CLR reads port A in passing, later than what the program goes by.
local function looks(register)
    local pc = cpu.state["PC"].value
    if register == PORT_A then return pc >= 0xF1B4 and pc < 0xF1F5 end
    return (pc >= 0xF10C and pc <= 0xF14C) or (pc >= 0xF1F5 and pc < 0xF256)
end

local events = {}
for line in io.lines(os.getenv("VECX_EVENTS")) do
    local frame, field, value = line:match("(%d+) (%w+) (%-?%d+)")
    events[#events + 1] = { tonumber(frame), field, tonumber(value) }
end
local out = io.open(os.getenv("VECX_OUT"), "w")
local frame, next_event = 0, 1
local photographs = 0             -- photographs to take when the screen has been drawn
local seen_buttons, seen_pots = "255", "128 128 128 128"

local ram = {}
for addr = 0xC800, 0xCBFF do
    ram[#ram + 1] = string.format("%02x", space:read_u8(addr))
end
out:write("r ", table.concat(ram), "\n")

local function cycle()
    local now = machine.time
    return now.seconds * 1500000 + (now.attoseconds * 3 + 1000000000000) // 2000000000000
end

local function input_line()
    out:write(string.format("i %d %s %s\n", frame, seen_buttons, seen_pots))
end

write_tap = space:install_write_tap(0xD000, 0xD7FF, "writes", function(offset, value)
    local register = offset & 15
    out:write(string.format("w %d %d %d\n", cycle(), register, value))
    if register ~= T2_HIGH then return end
    frame = frame + 1
    while next_event <= #events and events[next_event][1] <= frame do
        if events[next_event][2] == "look" then
            photographs = photographs + 1
        else
            fields[events[next_event][2]]:set_value(events[next_event][3])
        end
        next_event = next_event + 1
    end
end)

read_tap = space:install_read_tap(0xD000, 0xD7FF, "reads", function(offset)
    local register = offset & 15
    if register > PORT_A or not looks(register) then return end
    if register == PORT_A then
        local buttons = tostring(ports[":BUTTONS"]:read())
        if buttons ~= seen_buttons then
            seen_buttons = buttons
            input_line()
        end
    else
        local now = {}
        for i, name in ipairs(pots) do now[i] = tostring(ports[name]:read()) end
        local line = table.concat(now, " ")
        if line ~= seen_pots then
            seen_pots = line
            input_line()
        end
    end
end)

emu.register_frame_done(function()
    for _ = 1, photographs do machine.video:snapshot() end
    photographs = 0
end)

emu.register_stop(function() out:close() end)
