// The printed parts of Bordbuch. All measures come from dimensions.toml, by way of dimensions.scad.
//   openscad -D 'build="small"' -D 'part="case"' -o case.stl bordbuch.scad
// or `make case` for all of them, laid on the bed and checked. Each part stands here where it belongs in the end.

build = "no_solder"; // [no_solder, small, large]
part = "console"; // [console, case, back, button_bar, floor, camera_head, pi_clip]
include <dimensions.scad>

$fn = 40;
e = 0.01; // so that cuts go all the way through

// --- the console: x to the right, y away from the player, z up; the display's face begins at y = 0 ---

boss = 7;     // width of a boss for a screw
edge = 9;     // width of the border around display and buttons
bar_height = button_deep + print_wall + 4;
bar_depth = button_flange + 2 * edge;
width = max(display_board_width + 2 * (print_clearance + print_wall + boss + 3), 4 * button_pitch + 2 * edge);
hidden = bar_height / cos(print_lean);  // the part of the face that lies behind the bar
face = hidden + display_board_height + 2 * edge;
top_depth = 14;
height = face * cos(print_lean);
depth = face * sin(print_lean) + top_depth;

module along_x(length) rotate([90, 0, 90]) linear_extrude(length) children();
module on_face() rotate([90 - print_lean, 0, 0]) children();  // x, y along the face upwards, z out of it

module case_profile() polygon([[0, 0], [on_lean(height), height], [depth, height], [depth, 0]]);
module bar_profile() polygon([[0, 0], [on_lean(bar_height), bar_height], [-bar_depth, bar_height], [-bar_depth, 0]]);
// What is hollow: open behind, and open below.
leaning = print_wall / cos(print_lean);  // the leaning wall, measured along y
function on_lean(z) = z * tan(print_lean);
module case_room() polygon([
    [on_lean(print_wall) + leaning, print_wall], [on_lean(height - print_wall) + leaning, height - print_wall],
    [depth + 1, height - print_wall], [depth + 1, print_wall]]);
module bar_room() polygon([
    [on_lean(-1) - leaning, -1], [on_lean(bar_height - print_wall) - leaning, bar_height - print_wall],
    [-bar_depth + print_wall, bar_height - print_wall], [-bar_depth + print_wall, -1]]);

// Two bolts and a way for the wires, through the bar's back and the case's face.
module joints() on_face() {
    for (x = [edge + boss, width - edge - boss])
        translate([x, hidden / 2, -print_wall - 1]) cylinder(d = bar_screw, h = 2 * print_wall + 2);
    hull() for (x = [-15, 15]) translate([width / 2 + x, hidden / 2, -print_wall - 1]) cylinder(d = 12, h = 2 * print_wall + 2);
}

module corner(x, z) {  // holds the back by a screw; its ramp needs no support
    inwards = x < width / 2 ? 1 : -1;
    translate([x, 0, z]) difference() {
        hull() {
            translate([inwards > 0 ? 0 : -boss, depth - print_wall - 10, -boss / 2]) cube([boss, 10, boss]);
            translate([inwards > 0 ? 0 : -e, depth - print_wall - 10 - 1.5 * boss, -boss / 2]) cube([e, 10, boss]);
        }
        translate([inwards * boss / 2, depth - print_wall - 9, 0]) rotate([-90, 0, 0]) cylinder(d = bar_pilot, h = 20);
    }
}
corner_heights = [print_wall + boss / 2 + 1, height - print_wall - boss / 2 - 1];

module display_place() on_face() translate([width / 2, hidden + edge + display_board_height / 2, 0]) children();

module case() {
    inner = [display_board_width + 2 * print_clearance, display_board_height + 2 * print_clearance];
    difference() {
        union() {
            difference() {
                along_x(width) case_profile();
                translate([print_wall, 0, 0]) along_x(width - 2 * print_wall) case_room();
            }
            // a frame around the display's board, and bosses whose washers hold it
            display_place() translate([0, 0, -print_wall - display_deep]) {
                difference() {
                    translate([-inner[0] / 2 - print_wall, -inner[1] / 2 - print_wall, 0])
                        cube([inner[0] + 2 * print_wall, inner[1] + 2 * print_wall, display_deep + e]);
                    translate([-inner[0] / 2, -inner[1] / 2, -1]) cube([inner[0], inner[1], display_deep + 2]);
                    translate([-8, -inner[1], -1]) cube([16, 2 * inner[1], display_deep + 1]); // the pins
                }
                for (x = [-1, 1], y = [-1, 1])
                    translate([x * (inner[0] / 2 + boss / 2) - boss / 2, y * inner[1] / 4 - boss / 2, 0])
                        cube([boss, boss, display_deep + e]);
            }
            intersection() {
                along_x(width) case_profile();
                for (z = corner_heights) {
                    corner(print_wall - e, z);
                    corner(width - print_wall + e, z);
                }
            }
        }
        display_place() {
            hull() { // the window, wider outside
                translate([-display_window_width / 2, display_window_up - display_window_height / 2, -print_wall - e])
                    cube([display_window_width, display_window_height, e]);
                translate([-display_window_width / 2 - 2, display_window_up - display_window_height / 2 - 2, e])
                    cube([display_window_width + 4, display_window_height + 4, e]);
            }
            for (x = [-1, 1], y = [-1, 1])
                translate([x * (inner[0] / 2 + display_screw_from_board), y * inner[1] / 4, -print_wall - display_deep - 1])
                    cylinder(d = display_pilot, h = display_deep + 1 + print_wall - print_least_wall);
        }
        joints();
    }
}

module back() {  // closes the case from behind; the cable comes in below
    c = print_clearance;
    difference() {
        translate([print_wall + c, depth - print_wall, print_wall + c])
            cube([width - 2 * print_wall - 2 * c, print_wall, height - 2 * print_wall - 2 * c]);
        for (x = [print_wall + boss / 2, width - print_wall - boss / 2], z = corner_heights)
            translate([x, depth - print_wall - 1, z]) rotate([-90, 0, 0]) cylinder(d = bar_screw, h = print_wall + 2);
        hull() for (x = [-8, 8]) translate([width / 2 + x, depth - print_wall - 1, print_wall + 10])
            rotate([-90, 0, 0]) cylinder(d = 10, h = print_wall + 2);
        for (x = [-15, 0, 15]) translate([width / 2 + x, depth - print_wall - 1, height - 14])  // air
            rotate([-90, 0, 0]) cylinder(d = 5, h = print_wall + 2);
    }
}

module bar_columns() intersection() {
    along_x(width) bar_profile();
    for (x = [print_wall - e, width - print_wall - boss + e], y = [-bar_depth + print_wall - e, -boss - 2 * print_wall])
        translate([x, y, print_wall]) cube([boss, boss, bar_height - print_wall]);
}
bar_screws = [for (x = [print_wall + boss / 2, width - print_wall - boss / 2], y = [-bar_depth + print_wall + boss / 2, -boss / 2 - 2 * print_wall]) [x, y]];

module button_bar() {
    difference() {
        union() {
            difference() {
                along_x(width) bar_profile();
                translate([print_wall, 0, 0]) along_x(width - 2 * print_wall) bar_room();
            }
            bar_columns();
        }
        for (at = bar_screws) translate([at[0], at[1], -1]) cylinder(d = bar_pilot, h = 12);
        for (n = [0:3]) translate([width / 2 + (n - 1.5) * button_pitch, -bar_depth / 2, bar_height - print_wall - 1])
            cylinder(d = button_hole, h = print_wall + 2);
        joints();
    }
}

module floor() {  // closes the bar from below
    c = print_clearance;
    difference() {
        translate([print_wall + c, -bar_depth + print_wall + c, 0])
            cube([width - 2 * print_wall - 2 * c, bar_depth - print_wall - c - leaning - c, print_wall]);
        for (at = bar_screws) translate([at[0], at[1], -1]) cylinder(d = bar_screw, h = print_wall + 2);
    }
}

// --- below the arm's end: the arm lies along y above z = 0, its middle at x = 0; the camera hangs below ---

cheek = 20;
// The plate has a trench of 3 mm for the nuts, below the arm.
head_length = camera_board_height + 16;
channel = stand_arm_thick + 2 * print_clearance;

module camera_head() difference() {
    translate([-channel / 2 - 3, -head_length / 2, -camera_plate]) cube([channel + 6, head_length, camera_plate + cheek]);
    translate([-channel / 2, -head_length, 0]) cube([channel, 2 * head_length, 2 * cheek]);
    translate([-13.2, -camera_hole_up / 2 - 3, -3]) cube([26.4, camera_hole_up + 6, 6]);
    for (x = [-1, 1], y = [-1, 1]) translate([x * camera_hole_across / 2, y * camera_hole_up / 2, -camera_plate - 1])
        cylinder(d = camera_screw, h = camera_plate + 2);
    for (y = [-1, 1]) translate([0, y * (head_length / 2 - 8), cheek - 8]) rotate([0, 90, 0])
        cylinder(d = 3.4, h = 2 * channel, center = true);  // wood screws into the arm
}

// --- in front of the post: the post stands along z, its front face at y = 0, its middle at x = 0; the Pi at y < 0 ---

nut_room = 3.5;
clip_height = 40;
clip_channel = stand_post_thick + 2 * print_clearance;
clip_reach = stand_post_width / 2 + 10;
plate_width = max(computer_width + 6, clip_channel + 2 * 4);
plate_height = computer_length + 8;
holes_middle = computer_first_hole + computer_holes_along / 2 - computer_length / 2;  // above the board's middle, which is computer_up above the bolt

module pi_clip() difference() {
    union() {
        translate([-plate_width / 2, -nut_room - 3, computer_up - plate_height / 2]) cube([plate_width, 3, plate_height]);
        translate([-clip_channel / 2 - 4, -nut_room - e, -clip_height / 2]) cube([clip_channel + 8, nut_room + clip_reach, clip_height]);
    }
    translate([-clip_channel / 2, 0, -clip_height]) cube([clip_channel, 2 * clip_reach, 2 * clip_height]);
    translate([0, stand_post_width / 2, 0]) rotate([0, 90, 0]) cylinder(d = stand_bolt_hole, h = 4 * clip_channel, center = true);
    for (x = [-1, 1], z = [-1, 1])
        translate([x * computer_holes_across / 2, -nut_room - 4, computer_up + holes_middle + z * computer_holes_along / 2])
            rotate([-90, 0, 0]) cylinder(d = computer_screw, h = 5);
    for (x = [-6, 0, 6])  // air, and places for cable ties
        translate([x - 1.5, -nut_room - 4, clip_height / 2 + 3]) cube([3, 5, 8]);
}

if (part == "case" || part == "console") case();
if (part == "back" || part == "console") back();
if (part == "button_bar" || part == "console") button_bar();
if (part == "floor" || part == "console") floor();
if (part == "camera_head") camera_head();
if (part == "pi_clip") pi_clip();
